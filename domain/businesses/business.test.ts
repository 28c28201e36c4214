import { expect, it } from 'vitest'
import { businessLines, checkBusiness, TIN_FORMAT } from './business.ts'

const facts = { name: 'Mama Put Kitchen', address: '12 Allen Avenue\nIkeja', state: 'Lagos' }

it.each([
  ['12345678-0001', '12345678-0001'],
  ['12345678 0001', '12345678-0001'],
  ['1234567890', '1234567890'],
  ['1234567890123', '1234567890123'],
])('the tax number %s is stored as %s', (tin, stored) => {
  expect(checkBusiness({ ...facts, tin })).toMatchObject({ ok: true, value: { tin: stored } })
})

it.each(['', '123', '12345678-000A', '12345678901', null])('%s is no tax number', (tin) => {
  expect(checkBusiness({ ...facts, tin })).toEqual({ ok: false, errors: { tin: TIN_FORMAT } })
})

it('a company must not be called like the market', () => {
  expect(checkBusiness({ ...facts, tin: '1234567890', name: 'Ajoja Support' })).toMatchObject({ ok: false })
})

it('a document names the company, its tax number and the person who ordered', () => {
  expect(businessLines({ ...facts, tin: '1234567890' }, 'Ngozi Bello')).toEqual([
    '12 Allen Avenue',
    'Ikeja',
    'TIN 1234567890',
    'Ordered by Ngozi Bello',
  ])
})
