import { expect, test } from 'vitest'
import { readScan, scanAddress } from './code-text.ts'
import { judgeShownCode, measureAct } from './offline-act.ts'

const at = (time: string) => new Date(`2026-12-04T${time}+01:00`)
const RECEIVED = at('11:20:00')

test('only the time between act and sending is taken from the device', () => {
  expect(measureAct({ actedAt: at('10:14:00'), sentAt: at('11:20:00'), receivedAt: RECEIVED })).toEqual({
    at: at('10:14:00'),
    fault: null,
  })
  // A clock three hours ahead all day.
  expect(measureAct({ actedAt: at('13:14:00'), sentAt: at('14:20:00'), receivedAt: RECEIVED })).toEqual({
    at: at('10:14:00'),
    fault: null,
  })
  // Corrected by two minutes in between; by two hours in between.
  expect(measureAct({ actedAt: at('11:22:00'), sentAt: at('11:20:00'), receivedAt: RECEIVED })).toEqual({
    at: RECEIVED,
    fault: null,
  })
  expect(measureAct({ actedAt: at('13:20:00'), sentAt: at('11:20:00'), receivedAt: RECEIVED }).fault).toBe('clock')
})

test('an act counts for two days, to the second', () => {
  const sentAt = new Date('2026-12-06T10:14:00+01:00')
  expect(measureAct({ actedAt: at('10:14:00'), sentAt, receivedAt: sentAt }).fault).toBeNull()
  expect(measureAct({ actedAt: at('10:13:59'), sentAt, receivedAt: sentAt })).toMatchObject({
    fault: 'too-old',
    at: at('10:14:00'),
  })
})

test('a code is judged as it was at the time of the act; typed digits must still be valid', () => {
  const valid = { createdAt: at('08:00:00'), endedAt: null }
  const changed = { createdAt: at('08:00:00'), endedAt: at('10:30:00') }
  const judge = (code: typeof valid | typeof changed | null, time: string, isScanned = true) =>
    judgeShownCode(code, { at: at(time), isScanned })
  expect(judge(valid, '10:14:00')).toBeNull()
  expect(judge(valid, '10:14:00', false)).toBeNull()
  expect(judge(null, '10:14:00')).toBe('wrong-code')
  expect(judge(changed, '10:14:00')).toBeNull()
  expect(judge(changed, '10:14:00', false)).toBe('code-changed')
  expect(judge(changed, '10:30:01')).toBe('code-changed')
  // It cannot have been shown before it was made.
  expect(judge(valid, '07:54:59')).toBe('clock')
  expect(judge(valid, '07:55:00')).toBeNull()
})

test('the QR code carries the token, and codes without one are still read', () => {
  const code = { orderNo: 12, code: '012345', token: 'AbCdEfGhIj_-MnOp' }
  expect(scanAddress('https://ajoja.ng', code)).toBe('https://ajoja.ng/handover#12.012345.AbCdEfGhIj_-MnOp')
  expect(readScan(scanAddress('https://ajoja.ng', code))).toEqual(code)
  expect(readScan(scanAddress('https://ajoja.ng', { ...code, token: null }))).toEqual({ ...code, token: null })
  for (const text of ['https://x.ng/handover#12.012345.short', '12.01234', '12.012345.AbCdEfGhIj_-MnOp1', 'hello'])
    expect(readScan(text)).toBeNull()
})
