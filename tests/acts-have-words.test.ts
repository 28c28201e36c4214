import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tellAct } from '#web/staff/act-sentence.ts'
import { plainText } from '#web/staff/testing.ts'

// People read the audit log, so every act that the product records has its own sentence.

const ACT = /'((?:role|sessions|region|vendor|group-buy|product|setting|account|contact)\.[a-z]+)'/g

const filesIn = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${ending}`) && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)

it('every act that is written down has its sentence', () => {
  const files = [...filesIn('server', 'ts'), ...filesIn('scripts', 'ts'), ...filesIn('database', 'sql')]
  const written = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(ACT)].map(([, action]) => action ?? ''),
  )
  // These are composed from the decision.
  const decisions = ['approve', 'reject', 'suspend', 'reinstate'].map((verb) => `vendor.${verb}`)
  // The trigger composes them from the table's noun and what was done.
  const guards = filesIn('database', 'sql').filter((file) => file.endsWith('/guards.sql'))
  const nouns = guards.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/log_act\('([a-z-]+)'/g)].map(([, noun]) => noun),
  )
  expect(nouns.length).toBeGreaterThan(20)
  const rows = nouns.flatMap((noun) => ['add', 'change', 'remove'].map((verb) => `${noun}.${verb}`))
  const acts = [...new Set([...written, ...decisions, ...rows])]
  expect(acts.length).toBeGreaterThan(8)
  for (const action of acts) {
    const told = tellAct({
      id: 1,
      at: '2026-03-14T16:00:00Z',
      action,
      subject_type: 'profile',
      subject_id: null,
      subject_name: 'Ada',
      before: {},
      after: {},
      actor_name: 'Nneka',
      actor_role: 'chief',
    })
    // An act without its own wording shows its code after a colon.
    expect(plainText(told), action).not.toContain('Nneka: ')
  }
})

it('every command that is not for the person themselves writes its act down', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const forOthers = files
    .map((name) => ({ name, text: readFileSync(`server/${name}`, 'utf8') }))
    .filter(
      ({ text }) => /: Command<'/.test(text) && text.includes(`who: 'signed-in'`) && !text.includes('personal: true'),
    )
  expect(forOthers.length).toBeGreaterThan(4)
  expect(forOthers.filter(({ text }) => !text.includes('recordAct(')).map(({ name }) => name)).toEqual([])
})
