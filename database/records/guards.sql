create function public.guard_staff_note() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  today date := (clock_timestamp() at time zone 'Africa/Lagos')::date;
begin
  if tg_op = 'INSERT' then
    if not public.may_open_record(new.author_id, new.record_kind, new.record_id) then
      raise exception 'Staff write about records that they may open' using errcode = 'PT403';
    end if;
    select s.vendor_id, s.person_id into new.vendor_id, new.about_id from public.record_subject(new.record_kind, new.record_id) s;
    if new.next_call_on not between today and today + 90 or new.visited_on not between today - 366 and today then
      raise exception 'A visit was in the past year, and a next call is within 90 days' using errcode = 'PT400';
    end if;
    new.created_at := clock_timestamp(); new.done_at := null; new.done_by := null;
    return new;
  end if;
  if old.done_at is not null or new.done_at is null
    or to_jsonb(new) - array['done_at', 'done_by'] <> to_jsonb(old) - array['done_at', 'done_by'] then
    raise exception 'A note stays as it was written' using errcode = 'PT409';
  end if;
  if not public.may_open_record(new.done_by, new.record_kind, new.record_id) then
    raise exception 'Staff write about records that they may open' using errcode = 'PT403';
  end if;
  return new;
end $$;

-- Only what is about a person goes, with their account, whose name is already that of delete-account (DELETED_MEMBER).
create function public.guard_staff_note_removal() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.about_id is null or exists (select from public.profiles p where p.id = old.about_id and p.full_name is distinct from 'Deleted member') then
    raise exception 'A note stays as it was written' using errcode = 'PT409';
  end if;
  return old;
end $$;

create trigger a_clean_texts before insert or update of text on public.staff_notes for each row execute function public.clean_texts('text');
create trigger announce_table after insert or update or delete or truncate on public.staff_notes for each statement execute function realtime.announce_table();
create trigger guard_staff_note before insert or update on public.staff_notes for each row execute function public.guard_staff_note();
create trigger guard_staff_note_removal before delete on public.staff_notes for each row execute function public.guard_staff_note_removal();
create trigger log_act after insert or update or delete on public.staff_notes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('staff-note', 'id', 'text');

create function public.guard_record_view() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not public.may_open_record(new.viewer_id, new.record_kind, new.record_id) then
    raise exception 'Only who may open a record has seen it' using errcode = 'PT403';
  end if;
  new.hour := date_trunc('hour', clock_timestamp());
  return new;
end $$;

create trigger guard_record_view before insert on public.record_views for each row execute function public.guard_record_view();
create trigger log_act after insert or update or delete on public.record_views for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('record-view', 'record_id', '');
