import { HomeSkeleton } from '../../features/home/home-skeleton.tsx';
import { paths } from '../../lib/paths.ts';
import { Brand } from '../../ui/brand.tsx';
import { Leaf } from '../../ui/leaf.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import bottomBar from './bottom-bar.module.css';
import header from './header.module.css';
import shell from './shell.module.css';
import classes from './shell-skeleton.module.css';

/** The frame around every page until its code is there: as large as the real one, so that nothing jumps. */
export function ShellSkeleton({ pathname }: { pathname: string }) {
  return (
    <div className={shell.shell}>
      <div className={`${shell.side} ${classes.side}`} data-app-bar>
        <Brand className={shell.brand} />
      </div>
      <div className={shell.page}>
        <div className={header.header} data-app-bar>
          <i className={classes.menu} />
          {/* Something to see for the browser too, which does not count plain areas as a first paint. */}
          <i className={classes.greeting}>
            <Leaf />
          </i>
          <i className={classes.avatar} />
        </div>
        <div className={shell.main}>
          {pathname === paths.home ? <HomeSkeleton /> : <PageSkeleton />}
        </div>
        <div className={`${bottomBar.bar} ${classes.bottomBar}`} data-app-bar>
          <i />
        </div>
      </div>
    </div>
  );
}
