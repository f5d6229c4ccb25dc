import type { HoldReason } from '@lop-xanh/contract/comments';
import { limits } from '@lop-xanh/contract/rules/limits';
import { describe, expect, test } from 'vitest';
import { findHoldReasons } from './held-text.ts';

const words = ['ngu', 'óc chó', 'hòa', 'đồ khốn', 'Lì lợm', 'vcl', '💩'];
const find = (text: string) => findHoldReasons(text, words);

describe('a link', () => {
  test.each([
    'xem http://example.test/x',
    'HTTPS://A.VN',
    'vào bit.ly/abc nhé',
    'bit[.]ly/abc',
    'bit (.) ly',
    'kết bạn zalo.me',
    'zalo . me',
    'zalo .me/0',
    'http : // abc',
    'h t t p s : / / abc',
    'hxxp://abc',
    'www.truong.edu',
    'www . truong',
    'shop.com.vn',
    'trang abc dot com',
    'trang abc chấm com',
    'ｂｉｔ．ｌｙ／ｘ',
    'bi\u200bt.l\u200by/x',
    'zаlо.mе',
    'z a l o . m e',
    'youtube。com',
    'meo@example.com',
    't.me/nhom',
    'abc.to/xyz',
  ])('is found in %j', (text) => {
    expect(find(text)).toEqual<HoldReason[]>(['link']);
  });
});

describe('a phone number', () => {
  test.each([
    'gọi 0912345678 nhé',
    '0912 345 678',
    '0912.345.678',
    '09-1234-5678',
    '0 9 1 2 3 4 5 6 7 8',
    '+84912345678',
    '+84 912 345 678',
    '84 912 345 678',
    '0084 912345678',
    '024 3825 1234',
    '０９１２３４５６７８',
    'O912345678',
    'o9l2345678',
    '0 9 l 2 3 4 5 6 7 8',
    'sđt0912345678',
    'lớp 3 0912345678 nha',
    '09\u200b12\u200b345678',
    'không chín một hai ba bốn năm sáu bảy tám',
    'khong chin mot hai ba bon nam sau bay tam',
    'chín một hai ba bốn năm sáu bảy tám',
    'Không, Chín, Một, Hai, Ba, Bốn, Năm, Sáu, Bảy, Tám',
    'không chín 12 345 678',
  ])('is found in %j', (text) => {
    expect(find(text)).toEqual<HoldReason[]>(['phone']);
  });
});

describe('a listed word', () => {
  test.each([
    'bạn ngu',
    'NGU quá',
    'Ngu!',
    'n g u',
    'bạn n.g.u quá',
    'n-g-u',
    'n_g*u',
    'ng u',
    'nguuuu',
    'n g u u u',
    'ngu123',
    'ոgu',
    'nɡu',
    'ｎｇｕ',
    'n\u200bg\u200du',
    'n\u0336g\u0336u\u0336',
    'ngυ',
    'óc chó',
    'oc cho',
    'ÓC CHO',
    'óc\u0020\u0020chó',
    '0c ch0',
    'hòa',
    'hoà',
    'hoa nhé',
    'h o a',
    'do khon',
    'đồ khốn',
    'd0 kh0n',
    'lì lợm',
    '1i 1om',
    'v c l',
    'v.c.l',
    'VCL',
    '💩',
  ])('is found in %j', (text) => {
    expect(find(text)).toEqual<HoldReason[]>(['word']);
  });

  test.each([
    'con đi ngủ',
    'ngư dân',
    'nguội rồi',
    'Nguyễn Văn An',
    'n g u y ê n',
    'ngữ văn',
    'người',
    'hoả hoạn',
    'con họa sĩ',
    'bốc chở',
    'con chó',
    'học cho giỏi',
    'lộm',
    'ăn gừng',
  ])('is not found in %j', (text) => {
    expect(find(text)).toEqual([]);
  });

  test('can have digits or a sign in place of letters', () => {
    expect(findHoldReasons('b@ x4 c$', ['ba xa cs'])).toEqual(['word']);
    expect(findHoldReasons('40 bạn', ['ao'])).toEqual([]);
    expect(findHoldReasons('phim 18+', ['18+'])).toEqual(['word']);
  });
});

describe('a normal comment is not held', () => {
  test.each([
    'Con được 9.5 điểm Toán, 10 điểm Tiếng Việt ạ',
    '8.5 9.0 7.25 0.5 9.75 10 8',
    'điểm 9 8 10 7 8 9 10',
    'Giá 10.000.000đ, đã đóng 1.250.000đ',
    '1.000.000.000 đồng',
    'Thứ hai 7h30 đến 9h15',
    '07:30 - 08:15, 09:00',
    'Ngày 20/11/2026 cả lớp nghỉ',
    'Từ 05.09.2026 đến 31.05.2027',
    '09-11-2026 20-11-2026',
    'Mã học sinh 2026000123',
    'mã 2026 000 123',
    'Năm học 2026-2027, lớp 3A có 35 bạn',
    'Bảng nhân 3: 0 3 6 9 12 15 18 21 24 27 30',
    'Con đếm: một hai ba bốn năm sáu bảy tám chín mười',
    'không không không không không không không không không không',
    'Ba năm sau bay qua sáu tỉnh',
    'Con ăn cơm rồi.Me ơi',
    'Vui quá.Ba mẹ cảm ơn cô.Con chúc cô khỏe',
    'con ve roi.me oi',
    'Cô chấm bài. Com ngon quá',
    'Con được cô chấm 10',
    'Hôm nay... vui lắm!!! :) <3',
    '3,14 x 2 = 6,28',
    '1/2 + 3/4',
    'Nhóm 1: An, Bình, Chi; nhóm 2: Dũng',
    'Con cảm ơn cô ạ ❤️',
    'A B C D E',
    'dạ ạ à ơi',
    '5 - 3 = 2, 8 - 4 = 4',
  ])('%j', (text) => {
    expect(find(text)).toEqual([]);
  });
});

test('a school without words holds links and phone numbers only', () => {
  expect(findHoldReasons('ngu', [])).toEqual([]);
  expect(findHoldReasons('bit.ly/x 0912345678', [])).toEqual(['link', 'phone']);
});

/** A rule that tries all combinations takes minutes for some of these. */
test('hostile texts take no time', () => {
  const manyWords = Array.from({ length: limits.maxHeldWords }, (_, index) =>
    `${'a b '.repeat(12)}${index}`.slice(-limits.maxHeldWordLength),
  );
  const parts =
    'a|a |1 |0 |09|o|l|.|a.|http://|h t|[.|( . |n g u |ngu|không |một hai |@|$ |ngữ|ﷺ|z\u0301\u0302|-|a b |0.1 |20.11.2026 |\u200b|/|w w w '.split(
      '|',
    );
  const times: [ms: number, part: string][] = [];
  for (const part of parts) {
    const text = part.repeat(limits.maxCommentLength).slice(0, limits.maxCommentLength);
    const start = performance.now();
    findHoldReasons(text, [...manyWords, ...words]);
    times.push([performance.now() - start, part]);
  }
  expect(times.filter(([ms]) => ms > 10_000)).toEqual([]);
});
