const asksNumber =
  /\bhow (many|much|long|old|far|tall|large|big|high|often|fast)\b|\bwhat (percent|number|amount|share|age)/i
const asksTime = /\bwhen\b|\b(what|which) (year|date|day|month|century|decade|time)\b/i
const asksName =
  /\bwho(m|se)?\b|\bwhere\b|\bname(d)? of\b|\b(what|which) (city|country|state|person|company|team|place|region|river|book|author|language|party|school|university|street|group)\b/i

/** What an English question asks for; `other` where it does not say, and in other languages. */
export function kindAsked(question: string): 'number' | 'time' | 'name' | 'other' {
  if (asksNumber.test(question)) return 'number'
  if (asksTime.test(question)) return 'time'
  return asksName.test(question) ? 'name' : 'other'
}
