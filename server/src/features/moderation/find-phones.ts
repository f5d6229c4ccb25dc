const digitsByWord = new Map(
  [
    'không khong hông hong',
    'một mot mốt',
    'hai',
    'ba',
    'bốn bon tư tu',
    'năm nam lăm lam nhăm nham',
    'sáu sau',
    'bảy bay bẩy',
    'tám tam',
    'chín chin',
  ].flatMap((words, digit) => words.split(' ').map((word) => [word, String(digit)])),
);

/** Mobile numbers have 10 digits, others 11; with the code of the country instead of the first 0. */
const phoneNumber = /^(?:0|(?:00)?84)(?:[35789]\d{8}|2\d{9})$/;
const maxDigits = 14;
/** Without a leading 0, and so only if it is spelled out. */
const minSpelledDigits = 9;

/** Digits that stand together, or a digit that is written as a word. */
interface Group {
  digits: string;
  isWord: boolean;
}

/** Whether a plain text has a Vietnamese phone number. */
export function hasPhoneNumber(text: string): boolean {
  const numbers = text
    .replaceAll(
      /(?<!\d)(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d(?!\d)/g,
      ';',
    )
    .replaceAll(/(?<![\d.,])(?:0|[1-9]\d?)[.,]\d{1,2}(?![\d.,])/g, ';');
  return [numbers, replaceLetters(numbers)].some((version) =>
    listRuns(version).some((run) => hasNumber(run) || isSpelled(run)),
  );
}

/** Letters that stand for digits: "O9l2". */
function replaceLetters(text: string): string {
  return text.replaceAll(/(?<![\p{L}\d])[\doil|]+(?!\p{L})/gu, (chunk) =>
    /\d/.test(chunk) || chunk.length === 1
      ? chunk.replaceAll('o', '0').replaceAll(/[il|]/g, '1')
      : chunk,
  );
}

/** The groups that are separated by nothing but spaces, dots, dashes and the like. */
function listRuns(text: string): Group[][] {
  const runs: Group[][] = [[]];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(/\d+|\p{L}+/gu)) {
    const word = digitsByWord.get(token);
    const isNumber = /^\d/.test(token);
    const gap = text.slice(end, index);
    const isJoined = gap.length <= 3 && /^[\s.\-_()*+~]*$/.test(gap);
    const isJoinedWord = word !== undefined && gap.length <= 3 && /^[\s.,\-_()*~]*$/.test(gap);
    end = index + token.length;
    if (!isJoined && !isJoinedWord) runs.push([]);
    if (isNumber) runs.at(-1)?.push({ digits: token, isWord: false });
    else if (word === undefined) runs.push([]);
    else runs.at(-1)?.push({ digits: word, isWord: true });
  }
  return runs;
}

/** Whether some neighbouring groups are a phone number. */
function hasNumber(run: Group[]): boolean {
  return run.some((_, first) => {
    let digits = '';
    for (let last = first; last < run.length && digits.length <= maxDigits; last++) {
      digits += run[last]?.digits;
      const groups = run.slice(first, last + 1);
      if (digits.length <= maxDigits && phoneNumber.test(digits) && !isCounting(groups))
        return true;
    }
    return false;
  });
}

/** Whether many digits are written as words. */
function isSpelled(run: Group[]): boolean {
  let words: Group[] = [];
  return [...run, { digits: '', isWord: false }].some((group) => {
    if (group.isWord) {
      words.push(group);
      return false;
    }
    const isNumber = words.length >= minSpelledDigits && !isCounting(words);
    words = [];
    return isNumber;
  });
}

/** "0 3 6 9 12", and one word again and again. */
function isCounting(groups: Group[]): boolean {
  const [first = 0, second = 0] = groups.map(({ digits }) => Number(digits));
  return (
    groups.length > 2 &&
    groups.every(({ digits }, index) => Number(digits) === first + index * (second - first))
  );
}
