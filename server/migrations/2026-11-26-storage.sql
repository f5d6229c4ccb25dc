-- Whose file it is and how large, for the quota of a school. The school is null for files of no school, such as
-- pictures of lessons. The sizes of thumbnails and avatars stored before are not known.
alter table stored_files
  add column school_id bigint references schools,
  add column bytes bigint not null default 0;

update stored_files file set school_id = attachment.school_id, bytes = attachment.bytes
from attachments attachment where attachment.file = file.name;

update stored_files file set school_id = attachment.school_id
from attachments attachment where attachment.thumb = file.name;

update stored_files file set school_id = photo.school_id
from avatar_photos photo where photo.file = file.name;

create index stored_files_of_school on stored_files (school_id) include (bytes);
