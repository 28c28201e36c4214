-- PostgreSQL keeps days that no calendar has ("infinity", the year 5874897, "BC") and amounts that are no number (NaN). One such value
-- in a list would take the whole page from everybody who reads it. What stands already is brought within reach first.
select set_config('ajoja.seeding', 'on', true);
update public.products set share_date = null where share_date not between '2000-01-01' and '2100-01-01';
update public.group_buys set end_date = least(created_at, payment_due_at)
where end_date not between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z';
update public.group_buys set share_date = null, payment_due_at = null where share_date not between '2000-01-01' and '2100-01-01';
update public.advertisements set start_date = created_at, end_date = created_at + interval '1 second', status = 'deleted'
where start_date not between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z' or end_date not between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z';
update public.blog_posts set published_at = created_at where published_at not between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z';
update public.featured_deals set base_price = 1, status = 'deleted' where base_price = 'NaN';
select set_config('ajoja.seeding', '', true);

alter table public.products add constraint share_date_is_within_reach check (share_date between '2000-01-01' and '2100-01-01');
alter table public.group_buys add constraint end_date_is_within_reach
  check (end_date between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z');
alter table public.advertisements add constraint advert_is_within_reach
  check (start_date >= '2000-01-01T00:00:00Z' and end_date <= '2100-01-01T00:00:00Z');
alter table public.blog_posts add constraint published_at_is_within_reach
  check (published_at between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z');
alter table public.featured_deals add constraint base_price_is_a_number check (base_price <> 'NaN');

create or replace function public.guard_setting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if rights.seeding() then return new; end if;
  if new.key in ('referral_bps') and new.effective_from < now() + interval '30 days' then
    raise exception 'Changes of the reward programme need 30 days'' notice' using errcode = 'PT400';
  end if;
  if new.effective_from < now() - interval '1 minute' then
    raise exception 'A setting cannot take effect in the past' using errcode = 'PT400';
  end if;
  if new.effective_from > now() + interval '10 years' then
    raise exception 'A setting takes effect within 10 years' using errcode = 'PT400';
  end if;
  if not exists (select from public.settings where key = new.key) then raise exception 'Unknown setting %', new.key using errcode = 'PT400'; end if;
  if (new.key like '%\_bps' or new.key like '%\_minutes') and (jsonb_typeof(new.value) <> 'number'
    or (new.value #>> '{}')::numeric not between 0 and 10000 or (new.value #>> '{}')::numeric % 1 <> 0) then
    raise exception 'This setting is a whole number from 0 to 10000' using errcode = 'PT400';
  end if;
  -- The leaderboard reads this value as a time: what is none would close it to everybody.
  if new.key = 'market_opened_at' and new.value <> 'null' then
    begin
      if jsonb_typeof(new.value) <> 'string' or (new.value #>> '{}')::timestamptz not between '2000-01-01T00:00:00Z' and now() + interval '10 years' then
        raise exception using errcode = '22007';
      end if;
    exception when data_exception then
      raise exception 'This setting is a day, such as "2026-11-01", or null' using errcode = 'PT400';
    end;
  end if;
  new.created_by := auth.uid();
  insert into public.audit_log (actor_id, action, subject_type, before, after)
  values (auth.uid(), 'setting.change', 'setting', jsonb_build_object(new.key, public.setting(new.key)),
    jsonb_build_object(new.key, new.value, 'effective_from', new.effective_from));
  return new;
end $$;
