import type pg from 'pg'
import type { Database } from '#platform/postgres/database.ts'
import { relayOutbox } from '#server/notices/outbox/relay-outbox.ts'

const READS_MESSAGES = /public\.(notices|pushes|text_messages|email_logs)|mail\.messages/

/**
 * Writes the messages of the outbox before each statement of the test that reads messages, as the relay does within a
 * moment of the commit in the product.
 */
export function relayBeforeReads(owner: pg.Pool, relay: () => Promise<void>): void {
  const query = owner.query.bind(owner) as (...args: unknown[]) => Promise<unknown>
  owner.query = (async (...args: unknown[]) => {
    const [statement] = args
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
    if (READS_MESSAGES.test(text)) await relay()
    return query(...args)
  }) as typeof owner.query
}

/** Writes all messages that are due. */
export async function relayAll(database: Database, onFault: (fault: unknown) => void): Promise<void> {
  while ((await relayOutbox(database, { onFault })) > 0);
}
