import { expect, test } from 'vitest'
import type { Api } from '#api/api.ts'
import { readForm } from '#web/forms/form.ts'
import { cancelBuy } from './cancel-buy.tsx'

test('nothing is cancelled unseen: a group buy that cannot be read is not cancelled', async () => {
  const commands: string[] = []
  const api = {
    command: (name: string) => {
      commands.push(name)
      return Promise.resolve({ ok: true, value: {} })
    },
  } as unknown as Api
  const body = new URLSearchParams({ intent: 'cancel', reason: 'The lorry broke down.', seen: '1 0 100' })
  const form = await readForm(new Request('https://market.test/', { method: 'POST', body }))
  await cancelBuy(api, form, 'not an id')
  expect(commands).toEqual([])
})
