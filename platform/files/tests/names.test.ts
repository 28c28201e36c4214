import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADA, BOLA, OWN_FOLDERS, openTestFiles, SITE, type TestFiles } from './open-files.ts'

let files: TestFiles
let headers: Record<string, string>
const SECRET = 'what only Bola may read'

beforeAll(async () => {
  files = await openTestFiles(`${OWN_FOLDERS.replace('using (', "using (bucket_id = 'desk' and ")}
    insert into storage.buckets (id, allowed_mime_types) values ('desk', '{text/plain,image/jpeg}'), ('closed', '{text/plain}')`)
  headers = await files.headersOf(ADA)
  for (const bucket of ['desk', 'closed']) {
    await files.secret().from(bucket).upload(`${BOLA}/a.txt`, SECRET)
    await files
      .secret()
      .from(bucket)
      .upload(`${ADA}/a.txt`, bucket === 'closed' ? SECRET : 'mine')
  }
})
afterAll(() => files.close())

/** Every route that takes a name. */
const ROUTES: [method: string, path: (name: string) => string, body?: (name: string) => unknown][] = [
  ['GET', (name) => `object/${name}`],
  ['HEAD', (name) => `object/${name}`],
  ['POST', (name) => `object/${name}`],
  ['PUT', (name) => `object/${name}`],
  ['DELETE', (name) => `object/${name}`],
  ['GET', (name) => `object/public/${name}`],
  ['GET', (name) => `object/authenticated/${name}`],
  ['GET', (name) => `object/info/${name}`],
  ['GET', (name) => `object/info/public/${name}`],
  ['GET', (name) => `object/sign/${name}?token=x`],
  ['POST', (name) => `object/sign/${name}`, () => ({ expiresIn: 60 })],
  ['POST', (name) => `object/upload/sign/${name}`],
  ['PUT', (name) => `object/upload/sign/${name}?token=x`],
  ['GET', (name) => `render/image/public/${name}`],
  ['GET', (name) => `render/image/authenticated/${name}`],
  ['GET', (name) => `render/image/sign/${name}?token=x`],
  [
    'POST',
    () => 'object/move',
    (name) => ({ bucketId: 'desk', sourceKey: named(name), destinationKey: `${ADA}/b.txt` }),
  ],
  [
    'POST',
    () => 'object/move',
    (name) => ({ bucketId: 'desk', sourceKey: `${ADA}/a.txt`, destinationKey: named(name) }),
  ],
  [
    'POST',
    () => 'object/copy',
    (name) => ({ bucketId: 'desk', sourceKey: named(name), destinationKey: `${ADA}/b.txt` }),
  ],
  [
    'POST',
    () => 'object/copy',
    (name) => ({ bucketId: 'desk', sourceKey: `${ADA}/a.txt`, destinationKey: named(name) }),
  ],
  ['DELETE', () => 'object/desk', (name) => ({ prefixes: [named(name)] })],
  ['POST', () => 'object/sign/desk', (name) => ({ expiresIn: 60, paths: [named(name)] })],
  ['POST', () => 'object/list/desk', (name) => ({ prefix: named(name) })],
  ['POST', () => 'object/list-v2/desk', (name) => ({ prefix: named(name) })],
]

/** The name in a body, without the bucket and escapes of a path. */
function named(path: string): string {
  const name = path.slice(path.indexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const HOSTILE_NAMES = [
  `desk/${ADA}/../${BOLA}/a.txt`,
  `desk/${ADA}/%2e%2e/${BOLA}/a.txt`,
  `desk/${ADA}%2f..%2f${BOLA}%2fa.txt`,
  `desk/${ADA}/..%5c${BOLA}%5ca.txt`,
  `desk/${ADA}/.%00./${BOLA}/a.txt`,
  `desk/${BOLA}/a.txt`,
  `desk//${BOLA}/a.txt`,
  `desk/./${BOLA}/a.txt`,
  `desk/${BOLA}/a.txt/`,
  `desk/${BOLA}/a.txt%00.jpg`,
  `desk/${BOLA}/a.txt%0a`,
  `desk%2f${BOLA}/a.txt`,
  `desk%00/${ADA}/a.txt`,
  `desk/../closed/${ADA}/a.txt`,
  `closed/${ADA}/a.txt`,
  `closed/${BOLA}/a.txt`,
  `DESK/${BOLA}/a.txt`,
  `desk/${ADA.replaceAll('0', '０')}/x.txt`,
  `desk/${ADA}/${'a'.repeat(1_100)}.txt`,
  `desk/${ADA}/${'%F0%9F%8D%85'.repeat(400)}`,
  'desk/%ff%fe',
  'desk/%',
  'desk/',
  'desk',
  '/',
  "desk/' or true --",
]

describe.each(ROUTES.map(([method, path, body]) => ({ method, path, body, label: `${method} ${path('…')}` })))(
  '$label',
  ({ method, path, body }) => {
    test.each(HOSTILE_NAMES)('%s shows and changes nothing of another’s', async (name) => {
      const sent = body ? JSON.stringify(body(name)) : 'text'
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const response = await files.handle(
        new Request(`${SITE}/${path(name)}`, { method, headers, ...(hasBody && { body: sent }) }),
      )
      expect(response.status).toBeLessThan(500)
      const text = await response.text()
      expect(text).not.toContain(SECRET)
      expect(text).not.toMatch(/token=/)
      const { rows } = await files.db.owner.query(
        `select bucket_id, split_part(name, '/', 1) as folder, count(*)::int as n from storage.objects group by 1, 2 order by 1, 2`,
      )
      expect(rows).toEqual([
        { bucket_id: 'closed', folder: ADA, n: 1 },
        { bucket_id: 'closed', folder: BOLA, n: 1 },
        { bucket_id: 'desk', folder: ADA, n: 1 },
        { bucket_id: 'desk', folder: BOLA, n: 1 },
      ])
      const { data } = await files.secret().from('desk').download(`${BOLA}/a.txt`)
      expect(await data?.text()).toBe(SECRET)
    })
  },
)

test('the same letters in another composition are another name', async () => {
  const bucket = (await files.clientOf(ADA)).from('desk')
  for (const name of ['é.txt'.normalize('NFC'), 'é.txt'.normalize('NFD')])
    expect((await bucket.upload(`${ADA}/${name}`, name)).error).toBeNull()
  expect(await (await bucket.download(`${ADA}/${'é.txt'.normalize('NFD')}`)).data?.text()).toBe(
    'é.txt'.normalize('NFD'),
  )
})
