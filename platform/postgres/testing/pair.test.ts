import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openReplicatedPair } from './pair.ts'

test('a failed start leaves no server behind', async () => {
  let port = 0
  const opening = openReplicatedPair(async (owner) => {
    port = Number((await owner.query('show port')).rows[0].port)
    throw new Error('not prepared')
  })
  await expect(opening).rejects.toThrow('not prepared')
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
