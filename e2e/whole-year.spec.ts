import { expect, test } from './test.ts';
import {
  catchPhoto,
  liveFirstWeek,
  liveSecondWeek,
  standIn,
  takeDownInsult,
} from './whole-year/autumn.ts';
import {
  askForConsent,
  fillSchool,
  foundSchools,
  handOutCards,
  openOtherSchool,
  sendLettersHome,
} from './whole-year/before-school.ts';
import { openEveryScreen } from './whole-year/every-screen.ts';
import { checkYear } from './whole-year/invariants.ts';
import { moveToAnotherMachine, upgrade } from './whole-year/machines.ts';
import { startSchoolLife } from './whole-year/school-life.ts';
import { liveNextFirstWeek, rollOver } from './whole-year/summer.ts';
import { answerRequest, moveAway, passWeeks } from './whole-year/winter.ts';

type Week = [week: number, monday: string, absentRows: number[]];
const autumnWeeks: Week[] = [
  [8, '2025-10-20', [1, 2]],
  [12, '2025-11-17', [7]],
];
/** One child fewer: the rows move up. */
const springWeeks: Week[] = [[21, '2026-01-19', [2]]];
const lastWeeks: Week[] = [
  [28, '2026-03-09', [1]],
  [35, '2026-04-27', [7]],
];

test.use({ actionTimeout: 30_000 });

/** A step that tells how long it took. */
async function pass(title: string, live: () => Promise<void>): Promise<void> {
  const began = Date.now();
  await test.step(title, live);
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${title}\n`);
}

/** Simulates a school year and the week after it; `npm run year` runs it. */
test('a school lives through a year, an upgrade and a restore, into the next year', async ({
  browser,
  request,
}) => {
  test.setTimeout(1_200_000);
  const began = Date.now();
  const life = await startSchoolLife(browser, request, '2025-08-25 08:00');
  try {
    await pass('August: two schools are founded', () => foundSchools(life));
    await pass('the other school opens', () => openOtherSchool(life));
    await pass('the Mod fills the school from messy lists', () => fillSchool(life));
    await pass('letters go home', () => sendLettersHome(life));
    await pass('a child gets a card', () => handOutCards(life));
    await pass('the families answer about photos', () => askForConsent(life));
    await pass('September: the first week', () => liveFirstWeek(life));
    await pass('a photo without consent is caught', () => catchPhoto(life));
    await pass('a leave note and a correction', () => liveSecondWeek(life));
    await pass('a substitute has the class for a week', () => standIn(life));
    await pass('a week passes', () => passWeeks(life, [[5, '2025-09-29', []]]));
    await pass('October: an insult is taken down', () => takeDownInsult(life));
    await pass('weeks pass', () => passWeeks(life, autumnWeeks));
    await pass('December: a request is answered', () => answerRequest(life));
    await pass('January: a child moves to the other school', () => moveAway(life));
    await pass('weeks pass', () => passWeeks(life, springWeeks));
    await pass('March: the software is upgraded', () => upgrade(life));
    await pass('weeks pass', () => passWeeks(life, lastWeeks));
    await pass('May: everybody opens every screen', () => openEveryScreen(life));
    await pass('June: a backup goes on elsewhere', () => moveToAnotherMachine(life));
    await pass('August: the next year starts', () => rollOver(life));
    await pass('September: its first week', () => liveNextFirstWeek(life));
    await pass('what the year has left behind is right', () => checkYear(life));
    const minutes = (Date.now() - began) / 60_000;
    process.stdout.write(`A year in the school took ${minutes.toFixed(1)} min\n`);
    expect(minutes).toBeLessThan(15);
  } finally {
    await life.server.remove();
    life.clock.remove();
  }
});
