import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openPair } from './pair.ts'

test('a pair that does not open leaves no server behind', async () => {
  let port = 0
  const opening = openPair(async (owner) => {
    port = Number((await owner.query('show port')).rows[0].port)
    throw new Error('not prepared')
  })
  await expect(opening).rejects.toThrow('not prepared')
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
