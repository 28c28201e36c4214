import { describe, expect, test } from 'vitest'
import { checkPassword, findWeakness, type PasswordRules } from './passwords.ts'

const RULES: PasswordRules = { passwordMinLength: 6, passwordClasses: [], passwordCommonRefused: true }

describe('checkPassword', () => {
  test.each(['12345', 'aB3$x', ''])('finds %j too short', (password) => {
    expect(() => checkPassword(password, RULES)).toThrow('Password should be at least 6 characters.')
  })

  test('counts characters, not bytes', () => {
    expect(() => checkPassword('👍👍👍', RULES)).toThrow('Password should be')
    expect(() => checkPassword('ẹ̀kọ́ọ̀ṣẹ́', RULES)).not.toThrow()
  })

  test('refuses more than 128 characters, before any hashing', () => {
    expect(() => checkPassword('x7'.repeat(64), RULES)).not.toThrow('longer')
    expect(() => checkPassword('x'.repeat(129), RULES)).toThrow('Password cannot be longer than 128 characters')
  })

  test.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'password123!',
    '123456',
    '987654321',
    'qwerty',
    'qwertyuiop',
    'abcdef',
    'aaaaaa',
    '121212',
    'abcabc',
    'iloveyou',
    'Jesus123',
    'chelsea2024',
    'nigeria',
    'arsenal1',
    'Blessing@1',
    'monkey',
    'WHATEVER',
  ])('refuses %s with its own text', (password) => {
    expect(findWeakness(password, { ...RULES, passwordMinLength: 6 })).toMatchObject({ reasons: ['pwned'] })
    expect(findWeakness(password, { ...RULES, passwordMinLength: 6 })?.message).not.toContain('Password should be')
  })

  test.each([
    'a-demo-only',
    'tall palm tree',
    'Kx8#pq',
    'oko-osan-meji',
    'correct horse battery staple',
    '        '.concat('ab9'),
    'Whatever-88',
    'monkey-in-ekiti-4',
    'Ch3ls34-fan',
    'sunday@oja27',
  ])('accepts %s, which is on no list as it is written', (password) => {
    expect(findWeakness(password, { ...RULES, passwordMinLength: 6 })).toBeNull()
  })
})

test('asks for the kinds of characters that the operator wants, in any script', () => {
  const rules: PasswordRules = { ...RULES, passwordClasses: ['lower', 'upper', 'digits', 'symbols'] }
  expect(findWeakness('tallpalmtree', rules)).toEqual({
    message: 'Password should contain at least one of each: a capital letter, a digit, a symbol.',
    reasons: ['characters'],
  })
  expect(findWeakness('Tall palm tree', rules)?.message).toBe(
    'Password should contain at least one of each: a digit, a symbol.',
  )
  expect(findWeakness('Ọ̀pẹ-gíga-7', rules)).toBeNull()
})

test('takes common passwords where the operator allows them', () => {
  expect(findWeakness('password', RULES)?.reasons).toEqual(['pwned'])
  expect(findWeakness('password', { ...RULES, passwordCommonRefused: false })).toBeNull()
})
