/** Commands about questions that are asked of a product. */
export interface QuestionCommands {
  'ask-question': { input: { product_id: string; question: string }; output: { question_id: string } }
  /** The shop's vendor answers, or mends the answer within a day. */
  'answer-question': { input: { question_id: string; answer: string }; output: { question_id: string } }
  'report-question': { input: { question_id: string; reason: string }; output: { question_id: string } }
  /** What was reported is hidden with its answer, or stays. */
  'judge-question': {
    input: { question_id: string; hide: boolean; reason: string }
    output: { question_id: string; hidden: boolean }
  }
}
