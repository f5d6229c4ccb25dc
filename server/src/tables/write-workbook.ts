import { type PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { printable } from './spreadsheet.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Texts stay texts, whatever they begin with; the headings are bold on green. */
const styles = { plain: 1, heading: 2 };
const styleSheet = `${declared}<styleSheet xmlns="${main}">
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE4F3E8"/></patternFill></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="3"><xf xfId="0"/><xf numFmtId="49" applyNumberFormat="1" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1" xfId="0"/></cellXfs>
</styleSheet>`;

interface Sheet {
  title: string;
  headings: string[];
  rows: Iterable<string[]> | AsyncIterable<string[]>;
}

/** A workbook of one sheet of texts, written row after row: a library would hold up everybody for a long one. */
export function toWorkbook(sheet: Sheet): Promise<Buffer> {
  return compress([
    {
      name: '[Content_Types].xml',
      content: [
        `${declared}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
      ],
    },
    { name: '_rels/.rels', content: [relations({ officeDocument: 'xl/workbook.xml' })] },
    {
      name: 'xl/workbook.xml',
      content: [
        `${declared}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="${escaped(sheet.title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [relations({ worksheet: 'worksheets/sheet1.xml', styles: 'styles.xml' })],
    },
    { name: 'xl/styles.xml', content: [styleSheet] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetOf(sheet) },
  ]);
}

interface Part {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

/** Each part is compressed while it comes, so that a long one never holds up anybody else. */
async function compress(parts: readonly Part[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const { name, content } of parts) {
    const stream = Readable.from(content, { objectMode: false });
    // The library does not watch what it reads.
    stream.once('error', (error) => (archive.outputStream as PassThrough).destroy(error));
    archive.addReadStream(stream, name);
  }
  archive.end();
  return buffer(archive.outputStream);
}

function relations(targets: Record<string, string>): string {
  const lines = Object.entries(targets).map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${documents}/${type}" Target="${target}"/>`,
  );
  return `${declared}<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`;
}

/** So many rows are a piece of the sheet's text. */
const rowsAtOnce = 200;

async function* sheetOf({ headings, rows }: Sheet): AsyncGenerator<string> {
  const columns = headings.map(
    ({ length }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${Math.max(14, length + 6)}" customWidth="1"/>`,
  );
  yield `${declared}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
  let text = rowOf(headings, 1, styles.heading);
  let number = 1;
  for await (const row of rows) {
    number += 1;
    text += rowOf(row, number, styles.plain);
    if (number % rowsAtOnce === 0) {
      yield text;
      text = '';
    }
  }
  yield `${text}</sheetData></worksheet>`;
}

function rowOf(values: string[], number: number, style: number): string {
  const cells = values.map((value, at) => {
    const place = `r="${String.fromCharCode(65 + at)}${number}" s="${style}"`;
    return value === ''
      ? `<c ${place}/>`
      : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

function escaped(value: string): string {
  return printable(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
