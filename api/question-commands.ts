/** Commands about public questions on a product. */
export interface QuestionCommands {
  'ask-question': { input: { product_id: string; question: string }; output: { question_id: string } }
  /** The vendor answers, or corrects the answer within a day. */
  'answer-question': { input: { question_id: string; answer: string }; output: { question_id: string } }
  'report-question': { input: { question_id: string; reason: string }; output: { question_id: string } }
  /** Hides a reported question with its answer, or keeps it. */
  'judge-question': {
    input: { question_id: string; hide: boolean; reason: string }
    output: { question_id: string; hidden: boolean }
  }
}
