-- Version 0.1.0 does not notice that a newer one has migrated the database, and would write into tables that it does
-- not know. It reads this column by its former name, so from now on it does not start.
alter table migrations rename column name to file;
