import { type PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { removeUnprintable } from './spreadsheet.ts';

const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const documentNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Cells are formatted as text whatever they begin with; headings are bold on green. */
const styles = { plain: 1, heading: 2, wrapped: 3 };
const styleSheet = `${xmlDeclaration}<styleSheet xmlns="${mainNamespace}">
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE4F3E8"/></patternFill></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="4"><xf xfId="0"/><xf numFmtId="49" applyNumberFormat="1" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1" xfId="0"/><xf numFmtId="49" applyNumberFormat="1" applyAlignment="1" xfId="0"><alignment vertical="top" wrapText="1"/></xf></cellXfs>
</styleSheet>`;

interface Sheet {
  title: string;
  headings: string[];
  /** In characters; texts are wrapped in such columns. */
  columnWidths?: readonly number[];
  rows: Iterable<string[]> | AsyncIterable<string[]>;
}

/** Writes a workbook with one sheet of text, row by row: a library would block the server with a long one. */
export function toWorkbook(sheet: Sheet): Promise<Buffer> {
  return compress([
    {
      name: '[Content_Types].xml',
      content: [
        `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypePrefix}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentTypePrefix}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentTypePrefix}.styles+xml"/></Types>`,
      ],
    },
    { name: '_rels/.rels', content: [writeRelationships({ officeDocument: 'xl/workbook.xml' })] },
    {
      name: 'xl/workbook.xml',
      content: [
        `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${documentNamespace}"><sheets><sheet name="${escapeXml(sheet.title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [writeRelationships({ worksheet: 'worksheets/sheet1.xml', styles: 'styles.xml' })],
    },
    { name: 'xl/styles.xml', content: [styleSheet] },
    { name: 'xl/worksheets/sheet1.xml', content: writeSheet(sheet) },
  ]);
}

interface Part {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

/** Compresses each part as a stream, so that a long one does not block the server. */
async function compress(parts: readonly Part[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const { name, content } of parts) {
    const stream = Readable.from(content, { objectMode: false });
    // The library does not handle errors of its input.
    stream.once('error', (error) => (archive.outputStream as PassThrough).destroy(error));
    archive.addReadStream(stream, name);
  }
  archive.end();
  return buffer(archive.outputStream);
}

function writeRelationships(targets: Record<string, string>): string {
  const lines = Object.entries(targets).map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${documentNamespace}/${type}" Target="${target}"/>`,
  );
  return `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${lines.join('')}</Relationships>`;
}

const rowsPerChunk = 200;

async function* writeSheet({ headings, columnWidths, rows }: Sheet): AsyncGenerator<string> {
  const columns = headings.map(
    ({ length }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${columnWidths?.[at] ?? Math.max(14, length + 6)}" customWidth="1"/>`,
  );
  yield `${xmlDeclaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
  let text = writeRow(headings, 1, styles.heading);
  let number = 1;
  for await (const row of rows) {
    number += 1;
    text += writeRow(row, number, columnWidths ? styles.wrapped : styles.plain);
    if (number % rowsPerChunk === 0) {
      yield text;
      text = '';
    }
  }
  yield `${text}</sheetData></worksheet>`;
}

function writeRow(values: string[], number: number, style: number): string {
  const cells = values.map((value, at) => {
    const attributes = `r="${String.fromCharCode(65 + at)}${number}" s="${style}"`;
    return value === ''
      ? `<c ${attributes}/>`
      : `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

function escapeXml(value: string): string {
  return removeUnprintable(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
