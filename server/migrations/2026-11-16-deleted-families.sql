-- A deleted account is nobody's parent or child. From now on a deletion takes these links away itself.
delete from parents_children link
using users person
where person.id in (link.parent_id, link.student_id) and person.deleted_at is not null;
