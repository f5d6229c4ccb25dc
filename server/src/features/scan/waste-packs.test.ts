import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toAnswer, toScanResponse, toScanResult } from '@lop-xanh/contract/rules/waste-result';
import { type WasteGroup, type WasteKind, wasteKinds, wasteLabels } from '@lop-xanh/contract/scan';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../testing/test-app.ts';
import { readDefaultPack, readWastePacks } from './waste-packs.ts';

const shippedFolder = fileURLToPath(new URL('../../../../contract/waste-packs', import.meta.url));
const packs = [...readWastePacks().values()];
const pack = readDefaultPack();

describe.each(packs.map((pack) => [pack.id, pack] as const))('the pack %s', (_, pack) => {
  const answers = wasteKinds.map((kind) => toAnswer(kind, pack));

  test('says where every kind belongs', () => {
    const listKinds = (group: WasteGroup) =>
      answers.filter((answer) => answer.group === group).map(({ label }) => label);
    expect(listKinds('food')).toEqual(['food', 'vegetation']);
    expect(listKinds('hazardous')).toEqual(['battery', 'bulb', 'chemical', 'medicine']);
    expect(listKinds('other')).toEqual(['other']);
    expect(listKinds('recyclable')).toHaveLength(wasteKinds.length - 7);
    for (const { name, groupName, bin, advice } of answers) {
      expect([name, groupName, bin?.name, advice]).not.toContain('');
    }
  });

  test('keeps electronics out of the bin, and hazardous things with the teacher', () => {
    for (const kind of ['e_waste', 'cable'] as const) {
      const { bin, advice } = toAnswer(kind, pack);
      expect([bin?.name, advice]).toEqual([
        'Đưa cho thầy cô',
        expect.stringContaining('đừng bỏ vào thùng'),
      ]);
    }
    for (const { group, advice } of answers) {
      if (group === 'hazardous') expect(advice).toContain('thầy cô');
    }
  });

  test('asks about a lookalike only where it belongs into another bin', () => {
    const pairs = Object.entries(pack.lookalikes) as [WasteKind, WasteKind][];
    expect(pairs).toContainEqual(['metal', 'battery']);
    for (const [kind, lookalike] of pairs) {
      expect(pack.kinds[lookalike].group).not.toBe(pack.kinds[kind].group);
    }
  });

  test('names the rules that it follows', () => {
    expect(pack.sources.length).toBeGreaterThan(0);
  });
});

test('Hà Nội has bags of its own for food, other and hazardous waste', () => {
  const { groups } = readWastePacks().get('ha-noi') ?? pack;
  expect(groups).toMatchObject({
    recyclable: pack.groups.recyclable,
    food: { bin: { name: 'Túi xanh lá cây', colour: 'green' } },
    other: { bin: { name: 'Túi xám', colour: 'grey' } },
    hazardous: { bin: { colour: 'red' } },
  });
});

test('TP. Hồ Chí Minh calls what is neither recyclable nor food other waste', () => {
  const { groups, kinds } = readWastePacks().get('ho-chi-minh') ?? pack;
  expect(groups).toEqual({
    ...pack.groups,
    other: { name: 'Rác khác', bin: pack.groups.other.bin },
  });
  const advice = [kinds.other.advice, kinds.nylon_bag.advice];
  expect(advice).toEqual(advice.map(() => expect.stringContaining('bỏ vào thùng rác khác')));
});

describe('a result', () => {
  const favour = (label: string) => wasteLabels.map((name) => (name === label ? 0.73 : 0.03));

  test('has the name, group, bin, advice and the three best labels', () => {
    const result = toScanResult({ probabilities: favour('metal'), threshold: 0.7 }, pack);
    expect(result).toMatchObject({
      label: 'metal',
      name: 'Kim loại',
      group: 'recyclable',
      groupName: 'Rác tái chế',
      bin: { name: 'Thùng xanh dương', colour: 'blue' },
      confidence: 0.73,
    });
    expect(result?.predictions.map(({ confidence }) => confidence)).toEqual([0.73, 0.03, 0.03]);
  });

  test('is null below the threshold, where the best guesses still say what belongs where', () => {
    const probabilities = favour('metal');
    const { result, guesses } = toScanResponse({ probabilities, threshold: 0.74 }, pack);
    expect(result).toBeNull();
    expect(guesses.map(({ label }) => label)).toEqual(['metal', 'paper', 'cardboard', 'plastic']);
    expect(guesses[0]).toEqual({
      label: 'metal',
      name: 'Kim loại',
      group: 'recyclable',
      groupName: 'Rác tái chế',
      bin: { name: 'Thùng xanh dương', colour: 'blue' },
      advice: pack.kinds.metal.advice,
    });
  });

  test('is the best label of the most probable group, even if another label is more probable', () => {
    const shares: Record<string, number> = { other: 0.36, plastic: 0.33, glass: 0.31 };
    const probabilities = wasteLabels.map((label) => shares[label] ?? 0);
    const result = toScanResult({ probabilities, threshold: 0.3 }, pack);
    expect(result?.predictions.map(({ label }) => label)).toEqual(['plastic', 'other', 'glass']);
    expect(result).toMatchObject({ label: 'plastic', group: 'recyclable', confidence: 0.33 });
  });

  test('counts electronics among the recyclable things', () => {
    const shares: Record<string, number> = { food: 0.4, e_waste: 0.35, metal: 0.25 };
    const probabilities = wasteLabels.map((label) => shares[label] ?? 0);
    expect(toScanResult({ probabilities, threshold: 0.3 }, pack)).toMatchObject({
      label: 'e_waste',
      group: 'recyclable',
    });
  });

  test('for metal advises to keep batteries apart', () => {
    expect(pack.kinds.metal.advice).toMatch(/pin.*để riêng/);
  });
});

describe('an operator', () => {
  const copyPacks = () => {
    const folder = makeFolder(onTestFinished);
    cpSync(shippedFolder, folder, { recursive: true });
    const write = (file: string, content: object) =>
      writeFileSync(join(folder, file), JSON.stringify(content));
    return { folder, write };
  };
  const sources = pack.sources;

  test('can add a pack that says only what differs', () => {
    const { folder, write } = copyPacks();
    const other = { name: 'Rác còn lại', bin: { name: 'Thùng vàng', colour: 'yellow' } };
    write('da-nang.json', { name: 'Đà Nẵng', sources, groups: { other } });
    const added = readWastePacks(folder);
    expect([...added.keys()]).toEqual(['default', 'da-nang', 'ha-noi', 'ho-chi-minh']);
    expect(added.get('da-nang')).toEqual({
      ...pack,
      id: 'da-nang',
      name: 'Đà Nẵng',
      groups: { ...pack.groups, other },
    });
  });

  test.each([
    [
      'a kind without advice',
      { kinds: { food: { name: 'Cơm', group: 'food' } } },
      'kinds.food.advice',
    ],
    ['an unknown group', { groups: { bulky: pack.groups.other } }, 'bulky'],
    [
      'an unknown colour',
      { groups: { other: { name: 'Khác', bin: { name: 'Thùng', colour: 'pink' } } } },
      'groups.other.bin.colour',
    ],
    ['a misspelt field', { lookalike: {} }, 'lookalike'],
    ['no source', { sources: [] }, 'sources'],
  ])('who writes %s learns in which file and where', (_, mistake, place) => {
    const { folder, write } = copyPacks();
    write('da-nang.json', { name: 'Đà Nẵng', sources, ...mistake });
    const read = () => readWastePacks(folder);
    expect(read).toThrow('waste-packs/da-nang.json is invalid');
    expect(read).toThrow(place);
  });

  test('who removes a kind from the default pack learns which one', () => {
    const { folder, write } = copyPacks();
    const { cable: _, ...kinds } = pack.kinds;
    write('default.json', { ...pack, kinds });
    const read = () => readWastePacks(folder);
    expect(read).toThrow('waste-packs/default.json is invalid');
    expect(read).toThrow('cable');
  });

  test('who breaks the syntax learns in which file', () => {
    const { folder } = copyPacks();
    writeFileSync(join(folder, 'ha-noi.json'), '{');
    expect(() => readWastePacks(folder)).toThrow('waste-packs/ha-noi.json is invalid');
  });
});
