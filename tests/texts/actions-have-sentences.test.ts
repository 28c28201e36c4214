import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commands } from '#server/features.ts'
import { describeAct } from '#web/desk/acts/act-sentence.ts'
import { plainText } from '#web/desk/acts/testing.ts'
import { RecordedActs } from '../laws/recorded-acts.ts'

// Every action recorded in the audit log needs a sentence of its own.

const ACT = /'((?:role|sessions|region|vendor|group-buy|product|setting|account|contact)\.[a-z]+)'/g

const filesIn = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${ending}`) && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)

it('every recorded action has a sentence', () => {
  const files = [...filesIn('server', 'ts'), ...filesIn('scripts', 'ts'), ...filesIn('database', 'sql')]
  const recorded = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(ACT)].map(([, action]) => action ?? ''),
  )
  // Composed from the decision at run time.
  const decisions = ['approve', 'reject', 'suspend', 'reinstate'].map((verb) => `vendor.${verb}`)
  // Composed by the trigger from the table's noun and the operation.
  const guards = filesIn('database', 'sql').filter((file) => file.endsWith('/guards.sql'))
  const nouns = guards.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/log_act\('([a-z-]+)'/g)].map(([, noun]) => noun),
  )
  expect(nouns.length).toBeGreaterThan(20)
  const rows = nouns.flatMap((noun) => ['add', 'change', 'remove'].map((verb) => `${noun}.${verb}`))
  const acts = [...new Set([...recorded, ...decisions, ...rows])]
  expect(acts.length).toBeGreaterThan(8)
  for (const action of acts) {
    const sentence = describeAct({
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
    // An action without a sentence shows its code after a colon.
    expect(plainText(sentence), action).not.toContain('Nneka: ')
  }
})

// Devices of staff ask every two minutes. Neither this nor a preview changes anything.
const isRead = (name: string) => name === 'read-code-checks' || name.startsWith('preview-')

// Each writes a row that says who and when, which no command changes, and which the record shows beside the acts.
const OWN_ENTRIES = ['add-staff-note', 'finish-next-call', 'log-record-view']

const forOthers = new Set(
  commands
    .filter(
      ({ who, personal, name }) => who === 'signed-in' && !personal && !isRead(name) && !OWN_ENTRIES.includes(name),
    )
    .map(({ name }) => name),
)
const featureFiles = filesIn('server', 'ts').filter((path) => /^server\/[\w-]+\/feature\.ts$/.test(path))
const missingActs = (read: (path: string) => string) =>
  featureFiles.flatMap((path) => new RecordedActs(read).missingIn(path, forOthers))
const readSource = (path: string) => readFileSync(path, 'utf8')

it('every command on behalf of others records its action', () => {
  expect(forOthers.size).toBeGreaterThan(40)
  expect(missingActs(readSource)).toEqual([])
})

it.each([
  ['server/refunds/refund-goods.ts', 'refund-part'],
  ['server/hand-overs/uncollected/close-uncollected.ts', 'decide-uncollected'],
  ['server/accounts/set-role.ts', 'set-role'],
  ['server/claims/claim-decisions.ts', 'decide-claim'],
])('without the call in %s, %s is found: a comment is not enough', (path, command) => {
  const read = (file: string) => {
    const text = readSource(file)
    return file === path ? text.replaceAll('await recordAct(', '// recordAct()\n void (') : text
  }
  expect(missingActs(read)).toContain(command)
})
