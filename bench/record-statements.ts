import pg from 'pg'

/** One statement as sent. */
export interface Step {
  text: string
  values: unknown[]
  /** The name under which it is prepared. */
  name?: string
  /** Sent before the previous statement was answered. */
  overlaps: boolean
}

type Sending = (this: pg.Client, ...parts: unknown[]) => unknown

/** Everything this process sends to PostgreSQL while `work` runs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Step[]> {
  const steps: Step[] = []
  const prototype = pg.Client.prototype as unknown as { query: Sending }
  const send = prototype.query
  let running = 0
  prototype.query = function (...parts) {
    const [statement, values] = parts
    const step: Partial<Step> = typeof statement === 'string' ? { text: statement } : (statement as Partial<Step>)
    const given = Array.isArray(values) ? values : (step.values ?? [])
    steps.push({ text: step.text ?? '', values: given, ...(step.name && { name: step.name }), overlaps: running > 0 })
    running += 1
    const answer = send.apply(this, parts)
    const end = () => {
      running -= 1
    }
    Promise.resolve(answer).then(end, end)
    return answer
  }
  try {
    await work()
  } finally {
    prototype.query = send
  }
  return steps
}

/** Sends the same statements with the same pipelining, with every text in their values passed through `change`. */
export async function replay(
  client: pg.ClientBase,
  steps: Step[],
  change: (text: string) => string = (text) => text,
): Promise<pg.QueryResult[]> {
  const results: pg.QueryResult[] = []
  let sent: Promise<pg.QueryResult>[] = []
  for (const step of steps) {
    if (!step.overlaps) {
      results.push(...(await Promise.all(sent)))
      sent = []
    }
    const values = step.values.map((value) => (typeof value === 'string' ? change(value) : value))
    sent.push(client.query({ ...(step.name && { name: step.name }), text: step.text, values }))
  }
  results.push(...(await Promise.all(sent)))
  return results
}
