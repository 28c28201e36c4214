import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { notifyOfMessages } from './notify-of-messages.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function conversation() {
  const [writer, reader] = [await market.person({ name: 'Ada Obi' }), await market.person({ name: 'Ngozi Bello' })]
  const { id } = await market.row<{ id: string }>(
    `insert into public.conversations (subject, created_by) values ('Order 12', $1) returning id`,
    [writer],
  )
  await market.db.owner.query(
    `insert into public.conversation_members (conversation_id, profile_id, display_name) values ($1, $2, 'Ada Obi'), ($1, $3, 'Ngozi Bello')`,
    [id, writer, reader],
  )
  return { id, writer, reader }
}
const write = (id: string, from: string) =>
  market.db.owner.query(
    `insert into public.messages (conversation_id, sender_id, body) values ($1, $2, 'The secret is 482913')`,
    [id, from],
  )
const read = (id: string, person: string) =>
  market.db.owner.query(
    'update public.conversation_members set last_read_at = now() where conversation_id = $1 and profile_id = $2',
    [id, person],
  )
const notify = (id: string) =>
  notifyOfMessages({ database: market.db.database, siteUrl: 'https://market.test' }, { conversation_id: id })
const readNotices = async (person: string) =>
  (
    await market.db.owner.query(
      'select kind, title, body, link, read_at is null as is_new from public.notices where person_id = $1 order by created_at',
      [person],
    )
  ).rows

test('an unread message sends one notification, without its text, until it is read', async () => {
  const { id, writer, reader } = await conversation()
  await write(id, writer)
  await write(id, writer)
  const { rows } = await market.db.owner.query(
    `select run_at > now() + interval '50 seconds' as waits, payload from jobs.queue where task = 'notify-of-messages'`,
  )
  expect(rows).toEqual([{ waits: true, payload: { conversation_id: id } }])
  await notify(id)
  await notify(id)
  const notice = {
    kind: 'message-waits',
    title: 'Ada Obi wrote to you',
    body: 'Order 12',
    link: `/account/messages/${id}`,
  }
  expect(await readNotices(reader)).toEqual([{ ...notice, is_new: true }])
  expect(await readNotices(writer)).toEqual([])
  await read(id, reader)
  expect(await readNotices(reader)).toEqual([{ ...notice, is_new: false }])
  await notify(id)
  expect(await readNotices(reader)).toHaveLength(1)
  await write(id, writer)
  await notify(id)
  expect(await readNotices(reader)).toHaveLength(2)
})

test('a member who has read it meanwhile is not notified', async () => {
  const { id, writer, reader } = await conversation()
  await write(id, writer)
  await read(id, reader)
  await notify(id)
  expect(await readNotices(reader)).toEqual([])
})
