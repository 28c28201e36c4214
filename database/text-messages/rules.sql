create function rights.my_confirmed_phone() returns text language sql stable security definer set search_path = '' as $$
  select u.phone from rights.confirmed_addresses(auth.uid()) u
$$;

create function public.lagos_today() returns timestamptz language sql stable set search_path = '' as $$
  select date_trunc('day', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos'
$$;
comment on function public.lagos_today() is 'Beginning of the current day in Lagos.';

create function public.text_cost_today() returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(cost_kobo), 0)::bigint from public.text_messages where claimed_at >= public.lagos_today()
$$;
comment on function public.text_cost_today() is 'Cost of the text messages of the current day in Lagos, those being sent included.';

-- Why a waiting message is not sent; null if it may be.
create function public.text_drop_reason(message public.text_messages, phone text) returns text language sql stable security definer set search_path = '' as $$
  select case
    when message.expires_at <= now() then 'too late'
    when phone is null then 'no consent'
    when message.hand_over_id is not null and not exists (select from public.hand_overs h where h.id = message.hand_over_id and h.status = 'open') then 'handed over'
    when (select count(*) from public.text_messages o where o.person_id = message.person_id and o.claimed_at >= public.lagos_today())
      >= public.whole_setting('text_messages_a_day_each') then 'daily limit of the person'
  end
$$;

-- The number to send to: that of the consent while it is still the person's confirmed one.
create function public.text_phone(message public.text_messages) returns text language sql stable security definer set search_path = '' as $$
  select u.phone from rights.confirmed_addresses(message.person_id) u
  where rights.can_sign_in(message.person_id) and (not message.needs_consent
    or exists (select from public.text_consents c where c.person_id = message.person_id and c.channel = message.channel and c.phone = u.phone and c.ended_at is null))
$$;

-- `prices` holds the price of a part in kobo by channel; other channels wait. The lock serialises processes, so that each counts
-- what the others have claimed.
create function public.claim_text_messages(prices jsonb, most integer) returns table (id bigint, channel text, kind text, parameters jsonb, hand_over_id uuid, phone text)
language plpgsql security definer set search_path = '' as $$
declare
  message public.text_messages;
  ceiling bigint := 100 * public.whole_setting('text_messages_naira_a_day');
  cost bigint;
  number text;
  obstacle text;
begin
  perform pg_advisory_xact_lock(hashtextextended('text-messages', 0));
  -- The process died while sending: the message may have gone out, so it is not sent again.
  update public.text_messages t set status = 'unknown', reason = 'The server stopped while sending', settled_at = clock_timestamp(), parameters = '[]'
  where t.status = 'sending' and t.claimed_at < clock_timestamp() - interval '5 minutes';
  for message in
    select t.* from public.text_messages t where t.status = 'waiting' and t.next_attempt_at <= now() and prices ? t.channel
    order by t.next_attempt_at, t.id limit most for update
  loop
    number := public.text_phone(message);
    obstacle := public.text_drop_reason(message, number);
    cost := message.parts * (prices ->> message.channel)::bigint;
    if obstacle is not null then
      update public.text_messages t set status = 'dropped', reason = obstacle, settled_at = clock_timestamp(), parameters = '[]' where t.id = message.id;
    elsif public.text_cost_today() + cost > ceiling then
      insert into public.text_message_stops (day) values ((now() at time zone 'Africa/Lagos')::date) on conflict do nothing;
      return;
    else
      update public.text_messages t set status = 'sending', claimed_at = clock_timestamp(), attempts = t.attempts + 1, cost_kobo = cost where t.id = message.id;
      return query select message.id, message.channel, message.kind, message.parameters, message.hand_over_id, number;
    end if;
  end loop;
end $$;
comment on function public.claim_text_messages(jsonb, integer) is 'Claims due messages and reserves their cost. Stops at the ceiling of the day.';

-- `outcome`: sent, later, failed, unreachable, unknown or dropped. Costs nothing unless it was sent or may have been.
create function public.settle_text_message(message_id bigint, outcome text, facts jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare
  message public.text_messages;
begin
  select t.* into message from public.text_messages t where t.id = message_id and t.status = 'sending' for update;
  if not found then return; end if;
  if outcome = 'later' and message.attempts < 5 then
    update public.text_messages t set status = 'waiting', claimed_at = null, cost_kobo = 0, reason = left(facts ->> 'reason', 300),
      next_attempt_at = clock_timestamp() + make_interval(mins => (2 ^ (message.attempts - 1))::integer) where t.id = message_id;
    return;
  end if;
  update public.text_messages t set
    status = case when outcome in ('later', 'unreachable') then 'failed' else outcome end,
    cost_kobo = case when outcome in ('sent', 'unknown') then coalesce((facts ->> 'cost_kobo')::bigint, t.cost_kobo) else 0 end,
    provider_id = left(facts ->> 'provider_id', 200), reason = left(facts ->> 'reason', 300), settled_at = clock_timestamp(), parameters = '[]'
  where t.id = message_id;
  if outcome = 'unreachable' then perform public.end_unreachable_text(message); end if;
end $$;

create function public.end_unreachable_text(message public.text_messages) returns void language sql security definer set search_path = '' as $$
  update public.text_consents c set ended_at = clock_timestamp(), end_reason = 'unreachable'
  where c.person_id = message.person_id and c.channel = message.channel and c.ended_at is null and c.given_at < message.claimed_at
$$;

-- Reports arrive late, twice and in any order: a message only moves on, and a failure counts only before the delivery.
create function public.record_text_report(report_channel text, report_id text, report jsonb) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  message public.text_messages;
  ranks jsonb := '{"sent": 1, "unknown": 1, "failed": 2, "delivered": 3, "read": 4}';
  reported text := report ->> 'status';
begin
  select t.* into message from public.text_messages t where t.channel = report_channel and t.provider_id = report_id for update;
  if not found or not ranks ? reported or not ranks ? message.status or (ranks ->> reported)::integer <= (ranks ->> message.status)::integer then
    return false;
  end if;
  update public.text_messages t set status = reported, reason = left(report ->> 'reason', 300), settled_at = clock_timestamp(),
    cost_kobo = case when reported = 'failed' and t.channel = 'whatsapp' then 0 else coalesce((report ->> 'cost_kobo')::bigint, t.cost_kobo) end
  where t.id = message.id;
  if (report ->> 'is_unreachable')::boolean then perform public.end_unreachable_text(message); end if;
  return true;
end $$;

-- A STOP that is repeated by the provider does not end a consent that was given since.
create function public.stop_texts(stop_channel text, stop_phone text, stop_at timestamptz) returns integer language sql security definer set search_path = '' as $$
  with ended as (
    update public.text_consents c set ended_at = clock_timestamp(), end_reason = 'stopped'
    where c.channel = stop_channel and c.phone = stop_phone and c.ended_at is null and c.given_at < least(stop_at, clock_timestamp()) returning 1)
  select count(*)::integer from ended
$$;
