interface Identified {
  id: number;
}

/** Divides a list into the pages it was loaded in; what only this device has goes to the first one. */
export function groupByPage<Item extends Identified>(
  items: readonly Item[],
  pages: readonly { posts: readonly Identified[] }[],
): { page: number; items: Item[] }[] {
  const pageOf = new Map(pages.flatMap(({ posts }, page) => posts.map(({ id }) => [id, page])));
  const groups = Array.from({ length: Math.max(1, pages.length) }, (_, page) => ({
    page,
    items: [] as Item[],
  }));
  for (const item of items) groups[pageOf.get(item.id) ?? 0]?.items.push(item);
  return groups.filter(({ page, items: group }) => page === 0 || group.length > 0);
}
