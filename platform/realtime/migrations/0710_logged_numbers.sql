-- PostgreSQL 15 makes the numbers of an unlogged table unlogged too, and a standby that is promoted cannot read them ("bad magic number in sequence"):
-- nothing that announces could be written after a failover. One value in 32 is logged, in a transaction that writes to the log anyway.
alter sequence realtime.outbox_id_seq set logged;
