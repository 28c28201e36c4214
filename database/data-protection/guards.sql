-- The last check behind the commands: an erasure on somebody's behalf takes two chiefs, a closed request stays as it is.
create function public.guard_data_request() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- With an account, its person's name leaves also the requests that are closed.
  if tg_op = 'UPDATE' and new.requester = 'Deleted member'
    and to_jsonb(new) - array['requester', 'details', 'due_on'] = to_jsonb(old) - array['requester', 'details', 'due_on'] then return new; end if;
  if tg_op = 'UPDATE' and old.status in ('fulfilled', 'refused') then
    raise exception 'A request that is closed stays as it is' using errcode = 'PT409';
  end if;
  if tg_op = 'UPDATE' and (new.id, new.kind, new.channel, new.person_id, new.requester, new.received_on, new.opened_by)
    is distinct from (old.id, old.kind, old.channel, old.person_id, old.requester, old.received_on, old.opened_by) then
    raise exception 'The facts of a request stay as they were received' using errcode = 'PT409';
  end if;
  if new.received_on > (clock_timestamp() at time zone 'Africa/Lagos')::date then
    raise exception 'A request was received today or before' using errcode = 'PT400';
  end if;
  if new.kind = 'erasure' and new.status = 'fulfilled' and new.person_id is not null and not (new.channel = 'account' and new.opened_by = new.person_id) and (
    new.agreed_by is null or new.agreed_by = new.closed_by or new.person_id in (new.agreed_by, new.closed_by)
    or not exists (select from public.profiles p where p.id = new.agreed_by and p.role = 'chief')
    or not exists (select from public.profiles p where p.id = new.closed_by and p.role = 'chief')) then
    raise exception 'Two chiefs agree before an account is erased on its person''s behalf' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.guard_data_export() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles p where p.id = case tg_op when 'INSERT' then new.made_by else new.taken_by end and p.role = 'chief') then
    raise exception 'Files of people are handed out by chiefs' using errcode = 'PT403';
  end if;
  if tg_op = 'UPDATE' and (old.taken_at is not null or old.expires_at <= clock_timestamp()
    or to_jsonb(new) - array['taken_by', 'taken_at'] <> to_jsonb(old) - array['taken_by', 'taken_at']) then
    raise exception 'A file is downloaded once, within seven days' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_data_incident() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.discovered_at > clock_timestamp() or new.commission_notified_at > clock_timestamp() or new.people_notified_at > clock_timestamp() then
    raise exception 'An incident was discovered and announced before now' using errcode = 'PT400';
  end if;
  if tg_op = 'UPDATE' and (old.closed_at is not null or (new.id, new.discovered_at, new.opened_by) is distinct from (old.id, old.discovered_at, old.opened_by)) then
    raise exception 'An incident keeps the moment of its discovery, and stays as it is once closed' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert or update of requester, details, extension_reason, outcome on public.data_requests
  for each row execute function public.clean_texts('requester', 'details', 'extension_reason', 'outcome');
create trigger announce_table after insert or update or delete or truncate on public.data_requests for each statement execute function realtime.announce_table();
create trigger guard_data_request before insert or update on public.data_requests for each row execute function public.guard_data_request();
create trigger log_act after insert or update or delete on public.data_requests
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('data-request', 'id', 'requester details outcome');

create trigger guard_data_export before insert or update on public.data_exports for each row execute function public.guard_data_export();
create trigger log_act after insert or update or delete on public.data_exports
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('data-export', 'id', '');

create trigger a_clean_texts before insert or update of title, what_happened, data_affected, measures on public.data_incidents
  for each row execute function public.clean_texts('title', 'what_happened', 'data_affected', 'measures');
create trigger announce_table after insert or update or delete or truncate on public.data_incidents for each statement execute function realtime.announce_table();
create trigger guard_data_incident before insert or update on public.data_incidents for each row execute function public.guard_data_incident();
create trigger log_act after insert or update or delete on public.data_incidents
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('data-incident', 'id', '');
