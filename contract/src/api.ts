import { attendance } from './attendance.ts';
import { auth } from './auth.ts';
import { classes } from './classes.ts';
import type { Endpoint } from './endpoint.ts';
import { lessons } from './lessons.ts';
import { posts } from './posts.ts';
import { scan } from './scan.ts';
import { site } from './site.ts';

/** The whole API, by feature. Server, typed client, OpenAPI and the access matrix are made from it. */
export const api = { site, auth, classes, attendance, posts, lessons, scan };

export const endpoints: Endpoint[] = Object.values(api).flatMap((feature) =>
  Object.values<Endpoint>(feature),
);
