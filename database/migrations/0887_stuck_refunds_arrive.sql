-- A refund that needs somebody may arrive all the same: the gateway's own people have sent it.
insert into public.allowed_moves (subject, from_status, to_status, causes) values ('refund', 'needs_attention', 'processed', '{gateway}');
