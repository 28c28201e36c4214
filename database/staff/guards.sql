-- Arguments: the subject, the column with its id, the column with the person who decides (`act`: the command's caller), and
-- `duty`.
create function public.guard_own_case() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb := to_jsonb(new);
  judge uuid := case when tg_argv[2] = 'act' then nullif(auth.jwt() ->> 'act', '')::uuid else (row_now ->> tg_argv[2])::uuid end;
begin
  if public.has_part_in(tg_argv[0], (row_now ->> tg_argv[1])::uuid, judge, coalesce(tg_argv[3] = 'duty', false)) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.guard_own_case_beyond_shop() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  judge uuid := case tg_table_name when 'group_buys' then nullif(auth.jwt() ->> 'act', '')::uuid
    when 'partial_refunds' then (to_jsonb(new) ->> 'created_by')::uuid else (to_jsonb(new) ->> 'entered_by')::uuid end;
  subject text := case tg_table_name when 'group_buys' then 'buy' when 'partial_refunds' then 'order'
    else case when to_jsonb(new) ->> 'line_id' is null then 'buy' else 'line' end end;
  subject_id uuid := case tg_table_name when 'group_buys' then new.id when 'partial_refunds' then (to_jsonb(new) ->> 'order_id')::uuid
    else coalesce(to_jsonb(new) ->> 'line_id', to_jsonb(new) ->> 'group_buy_id')::uuid end;
begin
  if judge is not null and not public.runs_shop_of(subject, subject_id, judge)
    and public.has_part_in(subject, subject_id, judge, tg_table_name <> 'group_buys') then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.guard_typed_amount() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  bounds record;
  alone bigint;
begin
  if tg_op = 'DELETE' then raise exception 'Amounts stay on record' using errcode = 'PT409'; end if;
  if tg_op = 'INSERT' then
    -- Serialises one person's amounts: two at once would each see the day's total without the other.
    perform pg_advisory_xact_lock(hashtextextended('typed-amount:' || new.entered_by, 0));
    select role into new.entered_role from public.profiles where id = new.entered_by;
    if public.has_part_in(new.subject, new.subject_id, new.entered_by) then
      raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
    end if;
    select * into bounds from public.amount_bounds(new.act, new.subject_id);
    if new.amount_kobo > coalesce(bounds.most, 0) then
      raise exception 'This is more than the goods it is about can account for' using errcode = 'PT400';
    end if;
    select coalesce(sum(a.amount_kobo), 0) into alone from public.typed_amounts a where a.entered_by = new.entered_by and a.status = 'done'
      and a.approval_reasons = '{}' and a.entered_at >= date_trunc('day', clock_timestamp() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos';
    new.usual_from_kobo := bounds.usual_from; new.usual_to_kobo := bounds.usual_to; new.most_kobo := bounds.most;
    -- The command gives its reasons; they are computed here again, and none of the command's is dropped.
    new.approval_reasons := array(select distinct r from unnest(new.approval_reasons || array_remove(array[
      case when new.act = 'refund-account' then 'always' end,
      case when new.amount_kobo not between bounds.usual_from and bounds.usual_to then 'unusual' end,
      case when new.amount_kobo > public.whole_setting('amount_limit_act_naira') * 100::bigint then 'act_limit' end,
      case when alone + new.amount_kobo > public.whole_setting('amount_limit_day_naira') * 100::bigint then 'day_limit' end], null)) as r order by r);
    new.status := case when new.approval_reasons = '{}' then 'done' else 'waiting' end;
    new.decided_by := null; new.decided_at := null; new.note := null;
    return new;
  end if;
  if old.status <> 'waiting' or new.status = 'waiting' then raise exception 'This was decided' using errcode = 'PT409'; end if;
  if to_jsonb(new) - array['status', 'decided_by', 'decided_at', 'note'] <> to_jsonb(old) - array['status', 'decided_by', 'decided_at', 'note'] then
    raise exception 'An amount stays what it is' using errcode = 'PT409';
  end if;
  if new.status = 'expired' then
    if old.expires_at > clock_timestamp() then raise exception 'It can still be decided' using errcode = 'PT409'; end if;
  elsif old.expires_at <= clock_timestamp() then
    raise exception 'Nobody decided in time. It has to be entered again' using errcode = 'PT409';
  elsif not public.may_decide_amount(new.id, new.decided_by) then
    raise exception 'Another person with at least the same role decides this' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.guard_amount_entered() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  expected_act text := tg_argv[0];
  about uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
  kobo bigint := (to_jsonb(new) ->> tg_argv[2])::bigint;
begin
  if not exists (select from public.typed_amounts a where a.id = (to_jsonb(new) ->> 'amount_id')::uuid and a.act = expected_act and a.subject_id = about
      and a.amount_kobo = kobo and a.status = 'done') then
    raise exception 'This amount was not entered, or waits for a second person' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- A hub's count decides between the shop and the hub, so the shop's own side must not count its load there.
create function public.guard_weigh_in() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.pickup_points p where p.id = new.pickup_point_id and p.vendor_id is null) and public.is_of_shop(new.weighed_by, new.vendor_id) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.guard_shortfall_liability() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.by_hub_thousandths > 0 and public.is_of_shop(new.entered_by, new.vendor_id) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.guard_loosening() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction text := (select b.loosens from public.setting_bounds b where b.key = new.key);
  new_value numeric;
  -- The tightest of the values that may apply on that day: the current one, and those planned until then.
  tightest numeric;
begin
  -- The owner of the database is exempt: setup and migrations have no JWT.
  if direction is null or coalesce(auth.jwt() ->> 'act', auth.jwt() ->> 'sub', auth.jwt() ->> 'role') is null then return new; end if;
  new_value := (new.value #>> '{}')::numeric;
  select case direction when 'up' then min((s.value #>> '{}')::numeric) else max((s.value #>> '{}')::numeric) end into tightest from public.settings s
  where s.key = new.key and s.withdrawn_at is null and s.effective_from <= new.effective_from
    and s.effective_from >= (select max(n.effective_from) from public.settings n where n.key = new.key and n.withdrawn_at is null and n.effective_from <= clock_timestamp());
  if new.effective_from < clock_timestamp() + interval '24 hours' and (direction = 'up' and new_value > tightest or direction = 'down' and new_value < tightest) then
    raise exception 'A limit of what one person does alone is loosened a day after it was planned at the earliest' using errcode = 'PT400';
  end if;
  return new;
end $$;

create trigger guard_typed_amount before insert or update or delete on public.typed_amounts for each row execute function public.guard_typed_amount();
create trigger log_act after insert or update or delete on public.typed_amounts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('typed-amount', 'id', 'input');

create function public.guard_saved_view() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises the person's views: two at once would both count 19, and both be the default.
  perform from public.profiles p where p.id = new.person_id for no key update;
  if tg_op = 'INSERT' and (select count(*) from public.saved_views v where (v.person_id, v.list) = (new.person_id, new.list)) >= 20 then
    raise exception 'You can keep 20 views of a list. Delete one you no longer use first.' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.keep_one_default_view() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.saved_views v set is_default = false where (v.person_id, v.list) = (new.person_id, new.list) and v.id <> new.id and v.is_default;
  return null;
end $$;

create trigger a_clean_texts before insert or update of name on public.saved_views for each row execute function public.clean_texts('name');
create trigger guard_saved_view before insert or update on public.saved_views for each row execute function public.guard_saved_view();
create trigger keep_one_default_view after insert or update of is_default on public.saved_views for each row when (new.is_default)
  execute function public.keep_one_default_view();
create trigger log_act after insert or update or delete on public.saved_views for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('saved-view', 'id', 'name query');
