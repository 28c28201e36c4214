import type pg from 'pg'

/** A journal with its lines as `ledger.write` takes them, at a time in the past. */
interface SeededJournal {
  key: string
  at: Date
  lines: { kind: string; debit: string | undefined; credit: string | undefined; amount_kobo: string }[]
}

/**
 * Posts journals as `ledger.write` does, all with one statement: the triggers of the ledger, which update sums, run
 * once and not once per journal.
 */
export async function insertJournals(client: pg.ClientBase, journals: readonly SeededJournal[]): Promise<void> {
  const posted = await client.query(INSERT_JOURNALS, [JSON.stringify(journals)])
  const lines = journals.reduce((count, journal) => count + journal.lines.length, 0)
  if (posted.rowCount !== lines) throw new Error(`${lines - (posted.rowCount ?? 0)} lines of journals were not posted`)
}

const INSERT_JOURNALS = `
  with input as materialized (
    select ledger.id_of(j.key) as id, j.key, j.lines, j.at
    from jsonb_to_recordset($1::jsonb) as j (key text, lines jsonb, at timestamptz)
  ), input_lines as materialized (
    select i.id as journal_id, i.key, i.at, o.line, w.*, m.debit_kind, m.credit_kind
    from input i cross join jsonb_array_elements(i.lines) with ordinality as o (facts, line)
    cross join lateral jsonb_to_record(o.facts) as w (kind text, debit uuid, credit uuid, amount_kobo bigint)
    join ledger.movements m on m.kind = w.kind
  ), posted as (
    insert into ledger.journals (id, key, content, cause, actor_id, posted_at)
    select id, key, sha256(convert_to(lines::text, 'UTF8')), coalesce(rights.cause(), 'operator'), (auth.jwt() ->> 'act')::uuid, at from input
  ), opened as (
    insert into ledger.accounts (id, kind, owner_id, is_limited)
    select ledger.id_of(concat_ws(':', s.kind, s.owner_id)), s.kind, s.owner_id, k.is_limited
    from (select debit_kind as kind, debit as owner_id from input_lines union select credit_kind, credit from input_lines) s
    join ledger.account_kinds k on k.kind = s.kind order by 1 on conflict do nothing
  )
  insert into ledger.transfers (id, journal_id, line, kind, debit_id, debit_kind, credit_id, credit_kind, amount_kobo, phase, posted_at)
  select ledger.id_of(key || '#' || line), journal_id, line, kind,
    ledger.id_of(concat_ws(':', debit_kind, debit)), debit_kind, ledger.id_of(concat_ws(':', credit_kind, credit)), credit_kind,
    amount_kobo, 'posted', at
  from input_lines`
