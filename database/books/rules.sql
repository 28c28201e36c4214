-- Hashes a month at a time, so that years of movements need no more memory than one month.
create function ledger.chain(until timestamptz) returns table (transfers bigint, hash text) language sql stable security definer set search_path = '' as $$
  select coalesce(sum(m.amount), 0)::bigint, encode(sha256(coalesce(string_agg(m.hash, '' order by m.month), '')), 'hex')
  from (select date_trunc('month', t.posted_at at time zone 'UTC') as month, count(*) as amount,
      sha256(string_agg(uuid_send(t.id) || uuid_send(t.debit_id) || uuid_send(t.credit_id) || int8send(t.amount_kobo) || convert_to(t.phase, 'UTF8'), ''
        order by t.posted_at, t.id)) as hash
    from ledger.transfers t where t.posted_at < until group by 1) m
$$;
comment on function ledger.chain(timestamp with time zone) is 'The number of movements up to that time, and a hash over them.';
