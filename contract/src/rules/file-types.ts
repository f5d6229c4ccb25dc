export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
