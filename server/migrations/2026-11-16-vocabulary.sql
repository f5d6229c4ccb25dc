-- One word for one thing: a student is called so in the tables too.
alter table pupil_names rename to student_names;
alter index attendance_records_of_pupil rename to attendance_records_of_student;
alter index pupil_names_pkey rename to student_names_pkey;

-- For servers of the version before, while they are restarted one by one. The next version drops it.
create view pupil_names as select * from student_names;
