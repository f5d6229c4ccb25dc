import { formatDateTime, formatDay } from '@lop-xanh/contract/rules/dates';
import { roleLabels } from '../audit/audit.service.ts';
import { Html, html } from './copy-html.ts';
import {
  accountStatusLabels,
  languageLabels,
  postLabels,
  pushLabels,
  sexLabels,
  toLabel,
} from './copy-labels.ts';
import { listTables, type Table } from './copy-tables.ts';
import type { DataCopy, FileInCopy, PersonInCopy, PostInCopy } from './data-copy.ts';

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; color: #1d2b22; margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
  h1 { color: #1b7a3d; margin: 0; }
  h2 { border-bottom: 2px solid #1b7a3d; margin: 2.5rem 0 1rem; padding-bottom: .25rem; }
  h3, h4 { margin: 1.5rem 0 .5rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border: 1px solid #c9d6cc; padding: .3rem .6rem; text-align: left; vertical-align: top; }
  td { overflow-wrap: anywhere; }
  td.day { white-space: nowrap; }
  th[scope=row] { width: 12rem; }
  .table { overflow-x: auto; }
  th { background: #e4f3e8; }
  tr, figure { break-inside: avoid; }
  thead { display: table-header-group; }
  h2, h3, h4 { break-after: avoid; }
  article { border: 1px solid #c9d6cc; border-radius: .5rem; margin: 1rem 0; padding: 0 1rem 1rem; }
  .text { white-space: pre-wrap; overflow-wrap: anywhere; }
  figure { margin: 1rem 0 0; }
  img, video { display: block; max-width: 100%; max-height: 30rem; }
  figcaption, .note { color: #55645a; font-size: .9rem; }
  @page { margin: 15mm; }
  @media print { body { font-size: 11pt; max-width: none; padding: 0; } h2.person { break-before: page; } img { max-height: 18cm; } }`;

/** A page for people: it needs nothing but the archive, and every text of a user is escaped. */
export function toCopyPage({ created_at, person, children }: DataCopy): string {
  const { full_name: name, school_name: school } = person.account;
  const page = html`<!doctype html>
<html lang="vi">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
<title>Bản sao dữ liệu cá nhân: ${name}</title>
<style>${new Html(style)}</style>
</head>
<body>
<h1>Bản sao dữ liệu cá nhân</h1>
<p><strong>${name}</strong>${school ? html` – ${school}` : ''}<br>
<span class="note">Tạo lúc ${formatDateTime(created_at)}. Tệp data.json chứa cùng dữ liệu cho máy đọc; ảnh và video nằm trong thư mục files.</span></p>
${renderPerson(person)}
${children.map((child) => html`<h2 class="person">Con: ${child.account.full_name}</h2>${renderPerson(child)}`)}
</body>
</html>
`;
  return page.text;
}

function renderPerson(person: PersonInCopy): Html {
  return html`${renderAccount(person)}
${listTables(person).map(renderTable)}
${renderPosts('Bài viết', person.posts)}
${renderPosts('Bài viết có nhắc tên', person.posts_naming_them)}`;
}

function renderAccount({ account, ...person }: PersonInCopy): Html {
  const fields: [string, string | null][] = [
    ['Họ tên', account.full_name],
    ['Tên đăng nhập', account.username],
    ['Vai trò', roleLabels[account.role]],
    ['Trường', account.school_name],
    ['Mã định danh', account.identifier_code],
    ['Ngày sinh', account.birth_date && formatDay(account.birth_date)],
    ['Giới tính', toLabel(sexLabels, account.sex)],
    ['Email', account.email],
    ['Điện thoại', account.phone],
    ['Phụ huynh', account.parent_name],
    ['Trạng thái', toLabel(accountStatusLabels, account.status)],
    ['Ngôn ngữ', toLabel(languageLabels, account.language)],
    ['Không báo trên máy về', account.muted_kinds.map((kind) => pushLabels[kind]).join(', ')],
    ['Tạo lúc', formatDateTime(account.created_at)],
    ['Tên đăng nhập cũ', person.former_usernames.map(({ username }) => username).join(', ')],
    ['Mã định danh cũ', person.former_codes.map(({ code }) => code).join(', ')],
  ];
  const rows = fields.map(([label, value]) =>
    value ? html`<tr><th scope="row">${label}</th><td>${value}</td></tr>\n` : html``,
  );
  return html`<h3>Tài khoản</h3>\n<table><tbody>${rows}</tbody></table>\n`;
}

function renderTable({ title, headings, rows }: Table): Html {
  if (rows.length === 0) return html``;
  return html`<h3>${title}</h3>
<div class="table"><table><thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map(renderRow)}</tbody></table></div>
`;
}

function renderRow(cells: string[]): Html {
  return html`<tr>${cells.map((cell) => html`<td class="${isMoment(cell) ? 'day' : 'text'}">${cell}</td>`)}</tr>
`;
}

/** '07:30 17/11/2026' or '17/11/2026', which are not broken into lines. */
function isMoment(cell: string): boolean {
  return /^(\d\d:\d\d )?\d\d\/\d\d\/\d{4}$/.test(cell);
}

function renderPosts(title: string, posts: PostInCopy[]): Html {
  if (posts.length === 0) return html``;
  return html`<h3>${title}</h3>
${posts.map(renderPost)}`;
}

function renderPost({
  title,
  content,
  status,
  reason,
  class_name,
  author,
  created_at,
  files,
}: PostInCopy) {
  const facts = [
    author,
    class_name && `lớp ${class_name}`,
    formatDateTime(created_at),
    toLabel(postLabels, status),
    reason,
  ];
  return html`<article>
<h4>${title}</h4>
<p class="note">${facts.filter(Boolean).join(' · ')}</p>
<div class="text">${content}</div>
${files.map(renderFile)}
</article>
`;
}

function renderFile({ path, filename, mime }: FileInCopy): Html {
  const shown = mime.startsWith('image/')
    ? html`<img src="${path}" alt="${filename}">`
    : html`<video src="${path}" controls preload="none"></video>`;
  return html`<figure>${shown}<figcaption><a href="${path}">${filename}</a></figcaption></figure>
`;
}
