import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { checkJoins } from '../parts/count.ts'
import { fillForJoins, openMarket } from '../parts/market-processes.ts'
import { type JoinLoad, loadJoins, waitForJoins } from '../parts/people/joins.ts'
import { inSandbox, type Sandbox } from '../parts/sandbox.ts'
import { startPostgres } from '../parts/servers/debian-postgres.ts'
import { openSheet } from '../parts/sheet.ts'
import { workersOf } from '../parts/workers-of.ts'

/** Kills one of three processes, three times, during joins that are each confirmed by a mail. */
const KILLS = 3
const sheet = openSheet('killed-process')

await inSandbox(async (sandbox) => {
  const { connectionString } = await startPostgres(sandbox, { name: 'primary', settings: { max_connections: '200' } })
  const mails = await receiveMails(sandbox)
  const market = await openMarket(sandbox)
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'Market <no-reply@market.test>' }
  const main = await market.start(connectionString, { ...mail, WORKERS: '3' })
  await fillForJoins(connectionString)
  const load = loadJoins(market, { origins: () => [main.origin] })
  await waitForJoins(load, 100)
  for (let kill = 0; kill < KILLS; kill++) await killOne(main.pid, load)
  await waitForJoins(load, 100)
  await load.stop()
  sheet.must('processes that answer in the end: 3', workersOf(main.pid).length === 3, workersOf(main.pid).length)
  await checkJoins(sheet, connectionString, load)

  const owner = new pg.Client({ connectionString })
  await owner.connect()
  try {
    const one = async (sql: string): Promise<number> => Number((await owner.query(sql)).rows[0].count)
    const queued = () =>
      one(
        `select (select count(*) from mail.messages where status = 'queued') + (select count(*) from outbox.entries) as count`,
      )
    // Jobs that a killed process had claimed are taken over two minutes later (LEASE_SECONDS of
    // platform/mail/outbox.ts).
    for (let tries = 0; tries < 2_000 && (await queued()) > 0; tries++) await sleep(100)
    const wanted = await one('select count(*) from mail.messages')
    const received = new Set(mails.ids)
    sheet.figure('mails', wanted)
    sheet.must('mails lost: 0', wanted > 0 && received.size === wanted, wanted - received.size)
    const wrong = `select count(*) from (select o.user_id from public.orders o left join public.notices n on n.person_id = o.user_id and n.kind = 'joined-buy'
      group by o.id having count(n.id) <> 1) w`
    sheet.must('orders without exactly one notice: 0', (await one(wrong)) === 0, await one(wrong))
    sheet.figure('mails that came twice', mails.ids.length - received.size)
    const stuck = `select count(*) from jobs.queue where failed_at is not null or (attempts > 0 and held_until < now() - interval '1 minute')`
    sheet.must('jobs stuck: 0', (await one(stuck)) === 0, await one(stuck))
  } finally {
    await owner.end()
  }
})
sheet.close()

async function killOne(main: number, load: JoinLoad): Promise<void> {
  const before = workersOf(main)
  const failedBefore = load.unanswered
  process.kill(before[0] ?? 0, 'SIGKILL')
  const beganAt = performance.now()
  await waitForJoins(load, 1)
  const nextJoinMs = performance.now() - beganAt
  // The replacement process answers once it has loaded.
  await waitForJoins(load, 100)
  while (workersOf(main).length < 3) await sleep(100)
  sheet.figure('ms from a kill to the next answered join', nextJoinMs)
  sheet.figure('tries of joins that failed by the kill', load.unanswered - failedBefore)
}

/** A mail server that stores the Message-ID of each mail. */
async function receiveMails(sandbox: Sandbox): Promise<{ url: string; ids: string[] }> {
  const ids: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 50,
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        const id = /^Message-ID:\s*(\S+)/im.exec(text)?.[1]
        if (id !== undefined) ids.push(id)
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  sandbox.atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, ids }
}
