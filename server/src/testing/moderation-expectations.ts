import { buildRows, pendingPosts, type Rows } from './access-rows.ts';

/** The access rows of the moderation queue. */
export const moderationRows: Rows = {
  'GET /api/moderation': [
    {
      description: 'what waits in their school',
      expect: {},
      empty: { list: 'items', for: [] },
    },
  ],
  'POST /api/moderation/presence': [
    {
      description: 'nothing on screen',
      request: () => ({ body: { viewing: null, items: [] } }),
      expect: {},
    },
    // The status is the same for all of them: nobody learns whether an id exists.
    ...buildRows('viewing.id', pendingPosts, (id: number) => ({
      body: { viewing: { kind: 'post', id }, items: [] },
    })),
    ...buildRows(
      'items.id',
      pendingPosts,
      (id: number) => ({ body: { viewing: null, items: [{ kind: 'post', id, version: 1 }] } }),
      {},
      {
        list: 'gone',
        for: { own: ['Mod'], 'same school': ['Mod'], 'other school': [], missing: [] },
      },
    ),
  ],
};
