-- Running totals follow from the rows, here and nowhere else; accounts are locked in the order of their ids, so that no two journals wait for
-- each other.
create function ledger.keep_totals() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  odd record;
begin
  -- What ends a hold is the same movement, within its amount.
  select t.id, t.kind into odd from added t join ledger.transfers h on h.id = t.hold_id
  where h.phase <> 'held' or (h.kind, h.debit_id, h.credit_id) <> (t.kind, t.debit_id, t.credit_id) or t.amount_kobo > h.amount_kobo
    or (t.phase = 'freed' and t.amount_kobo <> h.amount_kobo) limit 1;
  if found then raise exception 'Movement % ends a hold that is not its own', odd.kind using errcode = 'PT409'; end if;
  perform from ledger.accounts a where a.is_limited and a.id in (select debit_id from added union select credit_id from added)
    order by a.id for no key update;
  update ledger.accounts a set debits_kobo = a.debits_kobo + s.debits, credits_kobo = a.credits_kobo + s.credits, held_kobo = a.held_kobo + s.held
  from (
    select account_id, sum(debits) as debits, sum(credits) as credits, sum(held) as held from (
      select t.debit_id as account_id, case when t.phase in ('posted', 'taken') then t.amount_kobo else 0 end as debits, 0 as credits,
        case when t.phase = 'held' then t.amount_kobo when t.hold_id is not null then -h.amount_kobo else 0 end as held
      from added t left join ledger.transfers h on h.id = t.hold_id
      union all
      select t.credit_id, 0, case when t.phase in ('posted', 'taken') then t.amount_kobo else 0 end, 0 from added t
    ) effects group by account_id
  ) s where s.account_id = a.id and a.is_limited;
  return null;
end $$;
create trigger keep_totals after insert on ledger.transfers referencing new table as added for each statement execute function ledger.keep_totals();

-- The one way in. Lines: kind, debit and credit owner, amount_kobo; for holds also phase, expires_at and hold (the key and line of what it ends).
create function ledger.write(journal_key text, lines jsonb, at timestamptz, reason text default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  journal uuid := ledger.id_of(journal_key);
  written bytea := sha256(convert_to(lines::text, 'UTF8'));
  former bytea;
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) = 0 then
    raise exception 'A journal has lines' using errcode = 'PT400';
  end if;
  -- Whoever posts the same event at the same moment waits here, and then finds it done.
  insert into ledger.journals (id, key, content, cause, actor_id, reason, posted_at)
  values (journal, journal_key, written, coalesce(rights.cause(), 'operator'), (auth.jwt() ->> 'act')::uuid, reason, at) on conflict (id) do nothing;
  if not found then
    select content into former from ledger.journals where id = journal;
    if former <> written then raise exception 'Journal % was posted with other lines', journal_key using errcode = 'PT409'; end if;
    return false;
  end if;
  with wanted as (
    select w.*, o.line::integer as line, m.debit_kind, m.credit_kind
    from jsonb_array_elements(lines) with ordinality as o (facts, line)
    cross join lateral jsonb_to_record(o.facts) as w (kind text, debit uuid, credit uuid, amount_kobo bigint, phase text, expires_at timestamptz, hold text)
    left join ledger.movements m on m.kind = w.kind
  ), sides as (
    select debit_kind as kind, debit as owner_id from wanted union select credit_kind, credit from wanted
  ), opened as (
    insert into ledger.accounts (id, kind, owner_id, is_limited)
    select ledger.id_of(concat_ws(':', s.kind, s.owner_id)), s.kind, s.owner_id, k.is_limited
    from sides s join ledger.account_kinds k on k.kind = s.kind where (k.owner = 'platform') = (s.owner_id is null)
    order by 1 on conflict do nothing
  )
  insert into ledger.transfers (id, journal_id, line, kind, debit_id, debit_kind, credit_id, credit_kind, amount_kobo, phase, hold_id, expires_at, posted_at)
  select ledger.id_of(journal_key || '#' || w.line), journal, w.line, w.kind,
    ledger.id_of(concat_ws(':', w.debit_kind, w.debit)), coalesce(w.debit_kind, 'none'),
    ledger.id_of(concat_ws(':', w.credit_kind, w.credit)), coalesce(w.credit_kind, 'none'),
    w.amount_kobo, coalesce(w.phase, 'posted'), ledger.id_of(w.hold), w.expires_at, at
  from wanted w;
  return true;
end $$;
comment on function ledger.write is 'Posts a journal once, at a moment that the owner of the database alone may choose: the past of the demo market.';
create function ledger.post(journal_key text, lines jsonb, reason text default null) returns boolean language sql security definer set search_path = '' as
$$ select ledger.write(journal_key, lines, clock_timestamp(), reason) $$;
comment on function ledger.post is 'Posts a journal once. False: it was posted before, with the same lines. With other lines it is refused.';

create function ledger.balance_kobo(account_kind text, account_owner uuid default null) returns bigint language sql stable security definer set search_path = '' as $$
  select case when a.is_limited then a.balance_kobo else
    (select coalesce(sum(amount_kobo) filter (where credit_id = a.id), 0) - coalesce(sum(amount_kobo) filter (where debit_id = a.id), 0)
      from ledger.transfers where a.id in (debit_id, credit_id) and phase in ('posted', 'taken'))::bigint end
  from ledger.accounts a where a.id = ledger.id_of(concat_ws(':', account_kind, account_owner))
$$;
comment on function ledger.balance_kobo is 'Credits less debits, and less what is held. Null: no such account has been opened.';

-- The balance on a profile is a copy of the account: nobody writes it.
create function ledger.show_peps() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set points_balance = (new.credits_kobo - new.debits_kobo - new.held_kobo) / 100.0 where id = new.owner_id;
  return null;
end $$;
-- Not after the insert: an account is opened empty, and its first movement follows in the same statement.
create trigger show_peps after update on ledger.accounts for each row when (new.kind = 'peps') execute function ledger.show_peps();

alter table ledger.account_kinds enable row level security;
alter table ledger.movements enable row level security;
alter table ledger.accounts enable row level security;
alter table ledger.journals enable row level security;
alter table ledger.transfers enable row level security;
grant select on ledger.account_kinds, ledger.movements, ledger.accounts, ledger.journals, ledger.transfers to service_role;
grant execute on function ledger.id_of(text), ledger.post(text, jsonb, text), ledger.balance_kobo(text, uuid) to service_role;
