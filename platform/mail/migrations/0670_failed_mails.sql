-- Those that no server took are counted every quarter of a minute; they are few beside all mails that are kept.
create index messages_failed on mail.messages (created_at) where status = 'failed';
