/** For how many seconds a password or mailed code given in this session proves that the person is present. */
const PROOF_SECONDS = 300

/** `secondsSinceProof`: since a password or code was given in this session; null if unknown. */
export function isFreshProof(secondsSinceProof: number | null): boolean {
  return secondsSinceProof !== null && secondsSinceProof <= PROOF_SECONDS
}
