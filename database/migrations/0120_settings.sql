-- Settings with effective dates, and the log of privileged acts.
create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  subject_type text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
comment on table public.audit_log is 'Every privileged act: who, what, before, after. Append-only; read by the chief and coordinators.';
create index audit_log_newest on public.audit_log (at desc);
create index audit_log_subject on public.audit_log (subject_type, subject_id);
create index audit_log_actor on public.audit_log (actor_id, at desc);

create table public.settings (
  key text not null check (key ~ '^[a-z][a-z0-9_]{2,60}$'),
  value jsonb not null,
  effective_from timestamptz not null default now(),
  note text not null default '' check (char_length(note) <= 300),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default now(),
  primary key (key, effective_from)
);
comment on table public.settings is 'The value in force is the newest whose effective_from has passed. Changes of the reward programme take effect 30 days after the notice at the earliest.';

create function public.setting(setting_key text) returns jsonb language sql stable security definer set search_path = '' as
$$ select value from public.settings where key = setting_key and effective_from <= now() order by effective_from desc limit 1 $$;
create function public.whole_setting(setting_key text) returns integer language sql stable security definer set search_path = '' as
$$ select (public.setting(setting_key) #>> '{}')::integer $$;
comment on function public.whole_setting is 'The value in force of a setting that is a whole number: basis points or minutes.';

-- The first value of each key is in force from the beginning of time.
insert into public.settings (key, value, effective_from, note) values
  ('buyer_fee_bps', '250', '-infinity', 'Buyer transaction fee 2.5%'),
  ('vendor_fee_bps', '500', '-infinity', 'Vendor platform fee 5%'),
  ('referral_bps', '50', '-infinity', 'Referral reward 0.5%'),
  ('late_leave_charge_bps', '1000', '-infinity', 'Charge for leaving after the free time, 10% of goods'),
  ('bulk_hold_minutes', '30', '-infinity', 'An unpaid checkout holds stock this long'),
  ('market_opened_at', 'null', '-infinity', 'Opening day of the market; the first profile when null');

create function public.guard_setting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
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
  return new;
end $$;
create trigger guard_setting before insert on public.settings for each row execute function public.guard_setting();

create function public.log_setting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor_id, action, subject_type, before, after)
  values (auth.uid(), 'setting.change', 'setting',
    (select jsonb_build_object(key, value) from public.settings
     where key = new.key and effective_from <= now() and effective_from < new.effective_from order by effective_from desc limit 1),
    jsonb_build_object(new.key, new.value, 'effective_from', new.effective_from));
  return null;
end $$;
create trigger log_setting after insert on public.settings for each row execute function public.log_setting();

alter table public.audit_log enable row level security;
alter table public.settings enable row level security;
create policy chief_reads on public.audit_log for select to authenticated using ((select rights.has_role('chief', 'coordinator')));
create policy own_acts on public.audit_log for select to authenticated using (actor_id = (select auth.uid()));
create policy second_step on public.audit_log as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy chief_reads on public.settings for select to authenticated using ((select rights.has_role('chief', 'coordinator')));
create policy chief_adds on public.settings for insert to authenticated with check ((select rights.has_role('chief')));

grant select on public.audit_log, public.settings to authenticated;
grant insert (key, value, effective_from, note) on public.settings to authenticated;
grant select, insert on public.audit_log to service_role;
grant all on public.settings to service_role;
grant execute on function public.setting(text), public.whole_setting(text) to anon, authenticated, service_role;
