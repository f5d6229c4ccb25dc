import { createRandom, pick } from '@lop-xanh/contract/testing/random';
import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { createOutbox, type Outbox, type OutboxEntryView } from '../../lib/outbox/outbox.ts';
import { createModelBrowser, type ModelTab } from '../../lib/outbox/testing/outbox-world.ts';
import {
  dependsOnAction,
  foldActions,
  getPostLane,
  type QueuedPostAction,
} from './fold-actions.ts';
import { type PostAction, toLocalAttachmentIds, toLocalPostId } from './post-actions.ts';
import { rebaseAction } from './rebase-action.ts';
import { createModelServer, poison, type ServerPost } from './testing/outbox-server.ts';

/**
 * Random lives of an outbox: two tabs, a network that loses requests and responses, a server that fails,
 * rejects or answers late, tabs that crash. In the end the server has everything that it did not reject,
 * once and in order. `OUTBOX_SEEDS=20000 npx vitest run outbox` runs many.
 */
const seeds = Number(process.env.OUTBOX_SEEDS ?? 2000);

/** What the user wrote last in a post, and what the server must have in the end. */
interface Intent {
  title: string;
  writes: { content: string; files: readonly string[] }[];
  liked: boolean;
  comments: string[];
  isDeleted: boolean;
}

type Condition = 'up' | 'down' | 'lost request' | 'lost response' | 'late request' | 'busy';
const conditions: Condition[] = [
  'up',
  'up',
  'down',
  'lost request',
  'lost response',
  'late request',
  'busy',
];

function createLife(seed: number) {
  const random = createRandom(seed);
  const server = createModelServer();
  const intents: Intent[] = [];
  const errors: string[] = [];
  /** The words of reopened actions that were rejected again while the user was watching. */
  const rejectedWords = new Set<string>();
  /** The comments and the titles of posts that were discarded when the server might have had them. */
  const uncertainTexts = new Set<string>();
  const inFlight = new Map<string, number>();
  /** The tabs in which the user waits for a first attempt, by its key. */
  const watchers = new Map<string, { tab: ModelTab; words: string }>();
  let condition: Condition = 'up';
  let requestsWhileDown = 0;
  const browser = createModelBrowser(random, {
    // Half of the devices know that they have no network.
    isOffline: () => seed % 2 === 0 && condition === 'down',
    reachServer: () =>
      new Promise((resolve, reject) => {
        const isReached = condition === 'up' || condition === 'busy';
        browser.schedule(random() * 200, () => (isReached ? resolve() : reject(new Error('down'))));
      }),
  });
  const check = (isTrue: boolean, message: string) => {
    if (!isTrue) errors.push(`${message} (seed ${seed})`);
  };

  /** A tab with what it has loaded from the server, by title. */
  function openTab() {
    const tab = browser.openTab();
    const cache = new Map<string, ServerPost>();
    for (const post of server.posts()) cache.set(post.title, structuredClone(post));
    const sending = new Set<string>();
    const outbox = createOutbox(
      1,
      [
        {
          feature: 'posts',
          getLane: (entry) => getPostLane(entry as QueuedPostAction),
          fold: (earlier, later) =>
            foldActions(earlier as QueuedPostAction, later as QueuedPostAction),
          dependsOn: (later, earlier) =>
            dependsOnAction(later as QueuedPostAction, earlier as QueuedPostAction),
          rebaseLaterAction: (later, seq, response) =>
            rebaseAction(later as PostAction, seq, response as never),
          isUpload: (action) => listFiles(action as PostAction).length > 0,
          send: async (entry) => {
            const lane = getPostLane(entry as QueuedPostAction);
            check(!inFlight.has(lane), `${lane} is sent twice at once`);
            inFlight.set(lane, entry.seq);
            sending.add(lane);
            check(sending.size <= 3, 'more than three lanes at once');
            try {
              return await transmit(tab, entry.action as PostAction, entry.key);
            } finally {
              inFlight.delete(lane);
              sending.delete(lane);
            }
          },
          onResponse: (_, response) => {
            const { kind, post } = response as { kind: string; post: ServerPost };
            if (kind === 'create' || kind === 'edit') cache.set(post.title, post);
            if (kind === 'comment') {
              const { post: id, comment } = response as { post: number; comment: { id: number } };
              for (const cached of cache.values()) {
                const text = (_.action as { text: string }).text;
                if (cached.id === id) cached.comments.push({ id: comment.id, text });
              }
            }
          },
        },
      ],
      tab.device,
    );
    const stop = outbox.start();
    return {
      ...tab,
      cache,
      outbox,
      close() {
        stop();
        tab.close();
        for (const lane of sending) inFlight.delete(lane);
      },
    };
  }

  /** Sends a request over the network as it is now. */
  async function transmit(tab: ModelTab, action: PostAction, key: string): Promise<unknown> {
    const isUpload = listFiles(action).length > 0;
    const durationMs = random() * (isUpload ? 20_000 : 400);
    const lost = () => tab.later(durationMs, () => Promise.reject(new NetworkError('lost')));
    const process = () =>
      new Promise<unknown>((resolve, reject) => {
        browser.schedule(durationMs * random(), () => {
          try {
            const response = server.process(action, key);
            void tab.later(durationMs, () => resolve(response));
          } catch (error) {
            void tab.later(durationMs, () => reject(error as Error));
          }
        });
      });
    switch (condition) {
      case 'up':
        return process();
      case 'busy':
        if (random() < 0.5) return process();
        return tab.later(durationMs, () =>
          Promise.reject(new ApiError(pick(random, [429, 500, 503]), {}, '4')),
        );
      case 'lost response':
        void process().catch(() => {});
        return lost();
      case 'late request':
        browser.schedule(random() * 60_000, () => {
          try {
            server.process(action, key);
          } catch {
            // Nobody is waiting for the response any more.
          }
        });
        return lost();
      default:
        requestsWhileDown += 1;
        return lost();
    }
  }

  let tabs = [openTab()];

  const seenEntries = ({ outbox }: { outbox: Outbox }) =>
    outbox.entries().filter(({ rejectionMessage }) => !rejectionMessage) as (OutboxEntryView & {
      action: PostAction;
    })[];

  /** The post as the tab shows it; undefined if it does not. */
  function look(tab: (typeof tabs)[number], { title }: Intent) {
    const entries = seenEntries(tab);
    const creation = entries.find(
      ({ action, isFirstAttempt }) => isCreationOf(action, title) && !isFirstAttempt,
    );
    const cached = tab.cache.get(title);
    // Nobody changes a post under its new id while its creation has no response yet.
    const isBeingCreated = browser
      .state()
      .entries.some(({ action }) => isCreationOf(action as PostAction, title));
    if (!creation && (!cached || isBeingCreated)) return undefined;
    const id = creation ? toLocalPostId(creation.seq) : (cached as ServerPost).id;
    // Nor before a tab shows what another one has just done to the post.
    const isEdit = ({ action }: { action: unknown }) =>
      (action as PostAction).kind === 'edit' && (action as { post: number }).post === id;
    const edits = entries.filter(isEdit);
    const unsent = browser.state().entries.filter((entry) => isEdit(entry) && !entry.refusal);
    const current = server.posts().find((post) => post.id === id);
    const isBehind = current && unsent.length === 0 && current.version !== cached?.version;
    // Nor while its editor is still saving.
    const isSaving = unsent.some(({ key }) => watchers.get(key)?.tab.isOpen());
    if (describeWrites(unsent) !== describeWrites(edits) || isBehind || isSaving) return undefined;
    const attachments = [...(creation ? [creation] : []), ...edits].reduce((_, { seq, action }) => {
      const written = action as Extract<PostAction, { kind: 'create' | 'edit' }>;
      const ids = written.fileIds ?? toLocalAttachmentIds(seq, written.files.length);
      const files = written.files.map(({ name }, i) => ({ id: ids[i] as number, filename: name }));
      return [...('kept' in written ? written.kept : []), ...files];
    }, cached?.attachments ?? []);
    return { id, version: creation ? 1 : (cached as ServerPost).version, attachments };
  }

  /** Submits and waits until the action is stored; returns whether it was. */
  async function submit(
    tab: (typeof tabs)[number],
    action: PostAction,
    onRejected: () => void,
    replaces?: number,
  ): Promise<boolean> {
    const key = `key-${seed}-${random()}`;
    let isStored = false;
    const onStored = () => {
      isStored = true;
    };
    watchers.set(key, { tab, words: getWords(action) });
    const submission = tab.outbox.submit('posts', action, { key, onStored, replaces });
    const stopWatching = () => watchers.delete(key);
    submission.then(stopWatching, stopWatching);
    submission.catch((error: unknown) => {
      const isExpected =
        isPoisoned(action) || isOrphan(action) || (error as ApiError).status === 429;
      check(isExpected, `rejected ${action.kind}: ${String(error)}`);
      const words = getWords(action);
      const isKept = browser.state().entries.some((entry) => {
        const kept = entry.action as PostAction;
        // An edit in the other tab may have become the creation.
        const isEdited = action.kind === 'create' && isCreationOf(kept, action.title);
        return isEdited || (words !== '' && getWords(kept) === words);
      });
      if (isKept) rejectedWords.add(words);
      else onRejected();
    });
    rejectedWords.delete(getWords(action));
    if (random() < 0.03) crash(tab);
    while (tab.isOpen() && !isStored) await browser.runFor(1);
    // The storage may still be busy with what a closed tab wrote.
    if (!tab.isOpen()) await browser.runFor(100);
    return browser.hasAdded(key);
  }

  function crash(tab: (typeof tabs)[number]): void {
    tab.close();
    tabs = tabs.filter((other) => other !== tab);
    if (tabs.length === 0) tabs = [openTab()];
  }

  /** An edit begun before the creation was rejected in the tab that waited for it, and so not kept. */
  const isOrphan = (action: PostAction) =>
    action.kind === 'edit' &&
    action.post < 0 &&
    !intents.some(({ title }) => title === action.title);
  const maybePoison = () => (random() < 0.12 ? poison : '');
  const makeFiles = (name: string) =>
    random() < 0.3
      ? [new File([], `${name}-a`), new File([], `${name}-b`)].slice(random() * 2)
      : [];

  async function create(tab: (typeof tabs)[number], title: string): Promise<void> {
    const content = `c ${title}${maybePoison()}`;
    const files = makeFiles(title);
    const write = { content, files: files.map(({ name }) => name) };
    const intent = { title, writes: [write], liked: false, comments: [], isDeleted: false };
    const isStored = await submit(tab, { kind: 'create', title, content, files }, () => {
      intents.splice(intents.indexOf(intent), 1);
    });
    if (isStored) intents.push(intent);
  }

  async function edit(tab: (typeof tabs)[number], intent: Intent, name: string): Promise<void> {
    const seen = look(tab, intent);
    if (!seen) return;
    const { id: post, version } = seen;
    const kept = seen.attachments.filter(() => random() < 0.8) as never[];
    // The editor stays open for a while.
    if (random() < 0.3) await browser.runFor(random() * 20_000);
    if (!tab.isOpen()) return;
    const content = `e ${name}${maybePoison()}`;
    const files = makeFiles(name);
    const names = [
      ...(kept as { filename: string }[]).map(({ filename }) => filename),
      ...files.map((file) => file.name),
    ];
    const write = { content, files: names };
    const { title } = intent;
    const action: PostAction = { kind: 'edit', post, version, title, content, kept, files };
    const forget = () => {
      intent.writes = intent.writes.filter((other) => other !== write);
    };
    if (await submit(tab, action, forget)) intent.writes.push(write);
  }

  async function act(step: number): Promise<void> {
    const tab = pick(random, tabs);
    const name = `${seed}.${step}`;
    const alive = intents.filter(({ isDeleted }) => !isDeleted);
    const intent = alive.length > 0 ? pick(random, alive) : undefined;
    const kind = pick(random, ['create', 'edit', 'edit', 'delete', 'like', 'like', 'comment']);
    if (!intent || kind === 'create') return create(tab, name);
    if (kind === 'edit') return edit(tab, intent, name);
    const post = look(tab, intent)?.id;
    // An unsent post cannot be liked or commented on.
    if (post === undefined || (kind !== 'delete' && post < 0)) return;
    if (kind === 'like') {
      const liked = !intent.liked;
      // Busy servers reject it at once: then nothing was liked.
      const undo = () => {
        intent.liked = !liked;
      };
      if (await submit(tab, { kind: 'like', post, liked }, undo)) intent.liked = liked;
    } else if (kind === 'comment') {
      const text = `t ${name}${maybePoison()}`;
      const forget = () => {
        intent.comments = intent.comments.filter((other) => other !== text);
      };
      if (await submit(tab, { kind: 'comment', post, text }, forget)) intent.comments.push(text);
    } else if (random() < 0.5) {
      const isStored = await submit(tab, { kind: 'delete', post, title: intent.title }, () => {
        intent.isDeleted = false;
      });
      intent.isDeleted ||= isStored;
    } else await deleteComment(tab, intent, post);
  }

  async function deleteComment(tab: (typeof tabs)[number], intent: Intent, post: number) {
    const unsent = seenEntries(tab).find(
      ({ action, isFirstAttempt }) =>
        action.kind === 'comment' && action.post === post && !isFirstAttempt,
    );
    const sent = tab.cache
      .get(intent.title)
      ?.comments.find(({ text }) => intent.comments.includes(text));
    const target = unsent
      ? { id: -unsent.seq, text: (unsent.action as { text: string }).text }
      : sent;
    if (!target) return;
    const { id: comment, text } = target;
    const action: PostAction = { kind: 'delete-comment', post, comment, text };
    const index = intent.comments.indexOf(text);
    const undo = () => intent.comments.splice(index, 0, text);
    const isStored = await submit(tab, action, undo);
    if (isStored) intent.comments = intent.comments.filter((other) => other !== text);
  }

  /** Opens a rejected action again without what was wrong with it, or discards it. */
  async function review(): Promise<void> {
    const tab = pick(random, tabs);
    const entry = tab.outbox.entries().find(({ rejectionMessage }) => rejectionMessage);
    // The other tab may have opened or edited it already: who writes it twice, posts it twice.
    const stored = browser.state().entries.find(({ seq }) => seq === entry?.seq);
    if (!entry || stored?.refusal === undefined) return;
    const action = entry.action as PostAction;
    const intent = intents.find((other) => hasWords(other, action));
    check(
      isPoisoned(action) || rejectedWords.has(getWords(action)) || isOrphan(action),
      `rejected later: ${action.kind} ${entry.rejectionMessage}`,
    );
    if (!intent || intent.isDeleted || random() < 0.3) {
      const dismissal = tab.outbox.dismiss(entry.key);
      dismissal.then(
        () => forgetWords(intent, action),
        () => {},
      );
      return browser.runFor(20);
    }
    if (action.kind === 'comment') {
      const text = action.text.replace(poison, '!');
      const { seq } = entry;
      const add = () => intent.comments.push(text);
      if (await submit(tab, { ...action, text }, () => {}, seq)) {
        forgetWords(intent, action);
        add();
      }
      return;
    }
    const written = action as Extract<PostAction, { kind: 'create' | 'edit' }>;
    const content = written.content.replace(poison, '!');
    const write = intent.writes.find((other) => other.content === written.content);
    const seen = look(tab, intent);
    if (!write || (written.kind === 'edit' && !seen)) return;
    if (written.kind === 'create') {
      const fixed = { ...written, content };
      if (await submit(tab, fixed, () => {}, entry.seq)) {
        replaceWrite(intent, write, { ...write, content });
      }
      return;
    }
    // Like the editor, which keeps only what the post still has.
    const kept = written.kept.filter(({ id }) =>
      seen?.attachments.some((seenOne) => seenOne.id === id),
    );
    const fixed = { ...written, content, kept, version: seen?.version ?? 1 };
    const files = [
      ...kept.map(({ filename }) => filename),
      ...written.files.map(({ name }) => name),
    ];
    const fixedWrite = { content, files };
    if (await submit(tab, fixed, () => {}, entry.seq)) replaceWrite(intent, write, fixedWrite);
  }

  /** Discards a comment, or a post with its edits, that the server may have by now. */
  async function discardAttempted(): Promise<void> {
    const tab = pick(random, tabs);
    const entry = seenEntries(tab).find(
      ({ action, isAttempted, isFirstAttempt, isSending }) =>
        ['comment', 'create'].includes(action.kind) && isAttempted && !isFirstAttempt && !isSending,
    );
    if (!entry) return;
    const { action, key } = entry;
    const intent = intents.find((other) => hasWords(other, action));
    const discard = async () => {
      await tab.outbox.dismiss(key);
      uncertainTexts.add(action.kind === 'create' ? action.title : getWords(action));
      forgetWords(intent, action);
      if (action.kind !== 'create') return;
      const { entries } = browser.state();
      check(!entries.some((other) => dependsOnAction(other as QueuedPostAction, entry)), 'left');
    };
    void discard().catch(() => {});
    await browser.runFor(20);
  }

  /** Discards a waiting action or takes its words back; not one into which others were folded. */
  async function takeBack(): Promise<void> {
    const tab = pick(random, tabs);
    const entry = seenEntries(tab).find(
      ({ action, isAttempted, isFirstAttempt, isFolded, replaces }) =>
        !(isAttempted || isFirstAttempt || isFolded || replaces) && getWords(action) !== '',
    );
    if (!entry) return;
    const { action } = entry;
    const intent = intents.find((other) => hasWords(other, action));
    let isWithdrawn = false;
    const withdraw = async () => {
      isWithdrawn = (await tab.outbox.withdraw([entry.key])) > 0;
    };
    void withdraw().catch(() => {});
    await browser.runFor(20);
    if (!isWithdrawn || !intent) return;
    if (action.kind === 'edit') {
      intent.writes = intent.writes.filter(({ content }) => content !== action.content);
    } else forgetWords(intent, action);
    if (action.kind !== 'comment' || random() < 0.5) return;
    if (await submit(tab, action, () => forgetText(intent, action.text), entry.seq)) {
      intent.comments.push(action.text);
    }
  }

  /** The words of a first attempt whose tab crashed are still in the draft of its editor. */
  const isDraft = (words: string) =>
    [...watchers.values()].some((watcher) => watcher.words === words && !watcher.tab.isOpen());

  return {
    browser,
    server,
    intents,
    errors,
    rejectedWords,
    check,
    isOrphan,
    isDraft,
    act,
    review,
    takeBack,
    discardAttempted,
    uncertainTexts,
    random,
    requestsWhileDown: () => requestsWhileDown,
    setCondition(next: Condition) {
      condition = next;
    },
    openTab() {
      if (tabs.length < 2) tabs.push(openTab());
    },
    crash: () => crash(pick(random, tabs)),
    wakeUp() {
      for (const { outbox } of tabs) outbox.sendNow();
    },
  };
}

const isCreationOf = (action: PostAction, title: string) =>
  action.kind === 'create' && action.title === title;
const getWords = (action: PostAction) =>
  action.kind === 'comment' ? action.text : 'content' in action ? action.content : '';
const listFiles = (action: PostAction) => ('files' in action ? action.files : []);
const isPoisoned = (action: PostAction) => JSON.stringify(action).includes(poison);

/** Two edits may have become one since. */
const describeWrites = (entries: readonly { seq: number; action: unknown }[]) =>
  entries.map(({ seq, action }) => `${seq}: ${getWords(action as PostAction)}`).join();

function hasWords({ writes, comments }: Intent, action: PostAction): boolean {
  if (action.kind === 'comment') return comments.includes(action.text);
  return 'content' in action && writes.some(({ content }) => content === action.content);
}

type Write = Intent['writes'][number];

/** What was rejected is gone with the entry that its new words replace. */
function replaceWrite(intent: Intent, rejected: Write, written: Write): void {
  intent.writes = [...intent.writes.filter((write) => write !== rejected), written];
}

function forgetText(intent: Intent, text: string): void {
  intent.comments = intent.comments.filter((other) => other !== text);
}

function forgetWords(intent: Intent | undefined, action: PostAction): void {
  if (!intent) return;
  if (action.kind === 'comment') forgetText(intent, action.text);
  // What was folded into it is discarded too.
  else if (action.kind === 'create') intent.isDeleted = true;
  else intent.writes = [];
}

async function live(seed: number): Promise<string[]> {
  const life = createLife(seed);
  const { browser, random, server, intents, errors, rejectedWords, check, isOrphan, isDraft } =
    life;
  const { uncertainTexts } = life;
  const isRejected = (words: string) => words.includes(poison) || rejectedWords.has(words);
  for (let step = 0; step < 14; step++) {
    if (random() < 0.5) life.setCondition(pick(random, conditions));
    if (random() < 0.2) life.openTab();
    if (random() < 0.1) life.crash();
    if (random() < 0.1) browser.breakStorage(2);
    if (random() < 0.1) life.wakeUp();
    await pick(random, [
      life.review,
      life.takeBack,
      life.discardAttempted,
      ...Array(6).fill(() => life.act(step)),
    ])();
    await browser.runFor(random() < 0.6 ? random() * 800 : random() * 60_000);
  }
  life.setCondition('up');
  life.openTab();
  life.wakeUp();
  await browser.runFor(30 * 60_000);

  const { entries } = browser.state();
  const rejected = entries.map(({ action }) => action as PostAction);
  for (const { action, refusal } of entries) {
    check(refusal !== undefined, `never sent: ${JSON.stringify(action)}`);
    check(
      isRejected(getWords(action as PostAction)) || isOrphan(action as PostAction),
      `rejected: ${JSON.stringify(action)} ${refusal}`,
    );
  }
  for (const post of server.posts()) {
    const owners = intents.filter(({ title, isDeleted }) => title === post.title && !isDeleted);
    check(owners.length === 1 || uncertainTexts.has(post.title), `not wanted: ${post.title}`);
  }
  for (const { title, writes, liked, comments, isDeleted } of intents) {
    const posts = server.posts().filter((post) => post.title === title);
    if (isDeleted) continue;
    const last = writes[writes.length - 1];
    if (!last || isRejected(last.content)) {
      const isKept =
        !last ||
        isDraft(last.content) ||
        rejected.some((action) => 'content' in action && action.content === last.content);
      check(isKept, `lost: ${last?.content}`);
      check(posts.length <= 1, `doubled: ${title}`);
      continue;
    }
    check(posts.length === 1, `${posts.length} times: ${title}`);
    const [post] = posts;
    if (!post) continue;
    check(post.content === last.content, `${title}: ${post.content} is not ${last.content}`);
    const files = post.attachments.map(({ filename }) => filename).join();
    check(files === last.files.join(), `${title}: ${files} is not ${last.files.join()}`);
    check(post.liked === liked, `${title}: liked ${post.liked}`);
    const texts = post.comments.map(({ text }) => text);
    check(new Set(texts).size === texts.length, `${title}: a comment is there twice`);
    const sent = texts.filter((text) => !uncertainTexts.has(text)).join();
    const expected = comments.filter((text) => !isRejected(text)).join();
    check(sent === expected, `${title}: ${sent} is not ${expected}`);
    for (const text of comments.filter(isRejected)) {
      const isKept =
        isDraft(text) ||
        rejected.some((action) => action.kind === 'comment' && action.text === text);
      check(isKept, `lost: ${text}`);
    }
  }
  return errors;
}

test(`${seeds} random lives of an outbox lose nothing, double nothing and keep the order`, {
  timeout: 60_000 + seeds * 100,
}, async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    expect(await live(seed)).toEqual([]);
  }
});
