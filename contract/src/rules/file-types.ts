export const csvType = 'text/csv; charset=utf-8';
export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const archiveType = 'application/zip';
