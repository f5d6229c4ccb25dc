import { describe, expect, test } from 'vitest';
import { fillTemplate } from './templates.ts';

describe('fillTemplate', () => {
  test('writes each value at its placeholder and returns the values', () => {
    expect(fillTemplate({ message: '{a} và {b}, {a}' }, { a: 'An', b: 2 })).toEqual({
      message: 'An và 2, An',
      values: { a: 'An', b: 2 },
    });
  });

  test('returns no values for a text without placeholders', () => {
    expect(fillTemplate({ message: 'Không tìm thấy' })).toEqual({ message: 'Không tìm thấy' });
  });

  test('fills in the constants of a template', () => {
    const template = { message: 'Từ {min} đến {max}', values: { min: 1 } } as const;
    expect(fillTemplate(template, { max: 35 }).message).toBe('Từ 1 đến 35');
  });

  test('groups the digits of a number, but not those in a text', () => {
    const template = { message: '{count} ở dòng {row}' } as const;
    expect(fillTemplate(template, { count: 5_000, row: '5000' }).message).toBe('5.000 ở dòng 5000');
  });

  test('leaves out values that the text does not show', () => {
    const message: string = 'Dài hơn {max} ký tự';
    expect(fillTemplate({ message }, { min: 1, max: 5 }).values).toEqual({ max: 5 });
  });

  test('a missing value does not compile, and is empty at run time', () => {
    const template = { message: 'Nhiều nhất {max} dòng' } as const;
    // @ts-expect-error `max` is missing
    expect(fillTemplate(template).values).toEqual({ max: '' });
    // @ts-expect-error `maximum` is not a placeholder
    expect(fillTemplate(template, { maximum: 3 }).values).toEqual({ max: '' });
  });
});
