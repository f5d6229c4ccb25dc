-- Nobody recorded whether an absence was excused before this could be said: null, not 'không phép'.
alter table attendance_records alter column is_excused drop not null;
alter table attendance_corrections alter column was_excused drop not null;

update attendance_records record set is_excused = null
from attendance_sheets sheet, migrations excuses
where sheet.id = record.sheet_id and not record.is_present and not record.is_excused
  and excuses.name = '2026-11-21-getting-in.sql' and sheet.taken_at < excuses.run_at
  and not exists (
    select from attendance_corrections correction
    where correction.sheet_id = record.sheet_id and correction.student_id = record.student_id
      and correction.corrected_at >= excuses.run_at);

alter table attendance_corrections disable trigger append_only;
update attendance_corrections set was_excused = null
from migrations excuses
where not was_present and not was_excused
  and excuses.name = '2026-11-21-getting-in.sql' and corrected_at < excuses.run_at;
alter table attendance_corrections enable trigger append_only;
