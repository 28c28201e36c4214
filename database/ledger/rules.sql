create function ledger.id_of(key text) returns uuid language sql immutable strict parallel safe set search_path = '' as
$$ select encode(substring(sha256(convert_to(key, 'UTF8')) from 1 for 16), 'hex')::uuid $$;
comment on function ledger.id_of(text) is 'Ids are derived from keys: `escrow:<order>`, `settled:<order>`, `settled:<order>#2` for the second line.';

-- Posting, with concurrent postings of one event and balances that limit a posting. This function is the only way to write.
-- Lines: kind, debit and credit owner, amount_kobo; for holds also phase, expires_at and hold (the key and line of what it ends).
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
  -- Serialises concurrent postings of one event: the second blocks here and then finds it posted. No conflict target is named,
  -- because otherwise the key's own unique index would make the second posting fail.
  insert into ledger.journals (id, key, content, cause, actor_id, reason, posted_at)
  values (journal, journal_key, written, coalesce(rights.cause(), 'operator'), (auth.jwt() ->> 'act')::uuid, reason, at) on conflict do nothing;
  if not found then
    select content into former from ledger.journals where id = journal;
    if former <> written then raise exception 'Journal % was posted with other lines', journal_key using errcode = 'PT409'; end if;
    return false;
  end if;
  with input_lines as (
    select w.*, o.line::integer as line, m.debit_kind, m.credit_kind
    from jsonb_array_elements(lines) with ordinality as o (facts, line)
    cross join lateral jsonb_to_record(o.facts) as w (kind text, debit uuid, credit uuid, amount_kobo bigint, phase text, expires_at timestamptz, hold text)
    left join ledger.movements m on m.kind = w.kind
  ), sides as (
    select debit_kind as kind, debit as owner_id from input_lines union select credit_kind, credit from input_lines
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
  from input_lines w;
  return true;
end $$;
comment on function ledger.write(text, jsonb, timestamp with time zone, text) is 'Posts a journal once, at a time that only the owner of the database may set: the past of the demo market.';

create function ledger.post(journal_key text, lines jsonb, reason text default null) returns boolean language sql security definer set search_path = '' as
$$ select ledger.write(journal_key, lines, clock_timestamp(), reason) $$;
comment on function ledger.post(text, jsonb, text) is 'Posts a journal once. False: it was posted before with the same lines. Other lines under the same key raise an error.';

create function ledger.balance_kobo(account_kind text, account_owner uuid default null) returns bigint language sql stable security definer set search_path = '' as $$
  select case when a.is_limited then a.balance_kobo else
    (select coalesce(sum(amount_kobo) filter (where credit_id = a.id), 0) - coalesce(sum(amount_kobo) filter (where debit_id = a.id), 0)
      from ledger.transfers where a.id in (debit_id, credit_id) and phase in ('posted', 'captured'))::bigint end
  from ledger.accounts a where a.id = ledger.id_of(concat_ws(':', account_kind, account_owner))
$$;
comment on function ledger.balance_kobo(text, uuid) is 'Credits less debits and holds. Null: the account has not been opened.';

create function ledger.locked_balance_kobo(account_kind text, account_owner uuid) returns bigint language sql security definer set search_path = '' as $$
  select balance_kobo from ledger.accounts where id = ledger.id_of(concat_ws(':', account_kind, account_owner)) and is_limited for no key update
$$;
comment on function ledger.locked_balance_kobo(text, uuid) is 'What may be spent of a limited account; locked until the end of the transaction. Null: the account has not been opened.';
