import { strToU8, zipSync } from 'fflate';

const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';
const document = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A workbook of one sheet with these rows; `more` replaces parts of the same name. */
export function workbook(sheetData: string, more: Record<string, string> = {}): Buffer {
  return Buffer.from(zipSync(workbookParts(sheetData, more), { level: 1 }));
}

export function workbookParts(
  sheetData: string,
  more: Record<string, string> = {},
): Record<string, Uint8Array> {
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${document}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml('worksheets/sheet1.xml'),
    'xl/styles.xml': stylesXml('<xf numFmtId="0"/><xf numFmtId="14"/>'),
    'xl/worksheets/sheet1.xml': sheetXml(sheetData),
    ...more,
  };
  return Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
}

/** A workbook of these sheets, and of what a spreadsheet program stores beside each. */
export function workbookOf(sheets: { name: string; xml: string }[]): Buffer {
  const list = sheets.map(
    ({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index + 1}"/>`,
  );
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="s${index + 1}" Type="${document}/worksheet" Target="worksheets/s${index + 1}.xml"/>`,
  );
  const files = sheets.flatMap(({ xml }, index) => [
    [`xl/worksheets/s${index + 1}.xml`, xml],
    [`xl/worksheets/_rels/s${index + 1}.xml.rels`, `<Relationships xmlns="${packages}"/>`],
    [`xl/comments${index + 1}.xml`, `<comments xmlns="${main}"/>`],
    [`xl/drawings/drawing${index + 1}.xml`, '<wsDr/>'],
    [`xl/drawings/vmlDrawing${index + 1}.vml`, '<xml/>'],
    [`xl/printerSettings/printerSettings${index + 1}.bin`, 'A4'],
  ]);
  return workbook('', {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${document}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}">${relations.join('')}<Relationship Id="rId2" Type="${document}/styles" Target="styles.xml"/></Relationships>`,
    ...Object.fromEntries(files),
  });
}

export function sheetXml(sheetData: string, around = ''): string {
  return `<worksheet xmlns="${main}">${around}<sheetData>${sheetData}</sheetData></worksheet>`;
}

/** The paths of the workbook's first sheet, styles and shared strings. */
export function relationsXml(firstSheet: string): string {
  return `<Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${document}/worksheet" Target="${firstSheet}"/><Relationship Id="rId2" Type="${document}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${document}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;
}

export function stylesXml(cellFormats: string, numberFormats = ''): string {
  return `<styleSheet xmlns="${main}"><numFmts>${numberFormats}</numFmts><cellXfs>${cellFormats}</cellXfs></styleSheet>`;
}

export function sharedStringsXml(text: string): string {
  return `<sst xmlns="${main}"><si><t>${text}</t></si></sst>`;
}

export function inlineCell(reference: string, text: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
}
