/** Sentences the product itself says in an answer. */
export type AnswerTexts = {
  noAnswer: string
  stillReading: string
  noModel: string
  modelAway: string
  modelAwayNoAnswer: string
  /** Marks a sentence of the model that cites nothing. */
  unsourced: string
  /** The name of what an owner wrote, where a document's name would stand. */
  writtenAnswer: string
  /** A question that a part of a document answers; `%` is its heading. */
  askAbout: string
}

/** In English, which all languages fall back to. */
export const answerTexts: AnswerTexts = {
  noAnswer: 'The documents of this chat do not tell.',
  stillReading: 'The documents of this chat do not tell yet: some are still being read. Try again in a moment.',
  noModel: 'No language model is set up, so these are the exact passages from the documents.',
  modelAway: 'The language model is not reachable right now, so these are the exact passages from the documents.',
  modelAwayNoAnswer: 'The language model is not reachable right now. Try again in a moment.',
  unsourced: 'not from the documents',
  writtenAnswer: 'Written answer',
  askAbout: 'What do the documents say about “%”?',
}

/** The same in other languages, by their code. */
export const translatedAnswerTexts = {
  de: {
    noAnswer: 'Dazu steht in den Dokumenten dieses Chats nichts.',
    stillReading:
      'Dazu steht in den Dokumenten dieses Chats noch nichts: Einige werden gerade gelesen. Bitte gleich noch einmal versuchen.',
    noModel: 'Es ist kein Sprachmodell eingerichtet; dies sind die genauen Stellen aus den Dokumenten.',
    modelAway: 'Das Sprachmodell ist gerade nicht erreichbar; dies sind die genauen Stellen aus den Dokumenten.',
    modelAwayNoAnswer: 'Das Sprachmodell ist gerade nicht erreichbar. Bitte gleich noch einmal versuchen.',
    unsourced: 'nicht aus den Dokumenten',
    writtenAnswer: 'Verfasste Antwort',
    askAbout: 'Was steht in den Dokumenten über „%“?',
  },
  fr: {
    noAnswer: 'Les documents de ce chat ne le disent pas.',
    stillReading:
      'Les documents de ce chat ne le disent pas encore : certains sont en cours de lecture. Réessayez dans un instant.',
    noModel: 'Aucun modèle de langage n’est configuré ; voici les passages exacts des documents.',
    modelAway: 'Le modèle de langage n’est pas joignable pour le moment ; voici les passages exacts des documents.',
    modelAwayNoAnswer: 'Le modèle de langage n’est pas joignable pour le moment. Réessayez dans un instant.',
    unsourced: 'ne vient pas des documents',
    writtenAnswer: 'Réponse rédigée',
    askAbout: 'Que disent les documents sur « % » ?',
  },
  es: {
    noAnswer: 'Los documentos de este chat no lo dicen.',
    stillReading:
      'Los documentos de este chat aún no lo dicen: algunos todavía se están leyendo. Inténtalo de nuevo en un momento.',
    noModel: 'No hay ningún modelo de lenguaje configurado; estos son los pasajes exactos de los documentos.',
    modelAway: 'El modelo de lenguaje no está disponible ahora; estos son los pasajes exactos de los documentos.',
    modelAwayNoAnswer: 'El modelo de lenguaje no está disponible ahora. Inténtalo de nuevo en un momento.',
    unsourced: 'no procede de los documentos',
    writtenAnswer: 'Respuesta redactada',
    askAbout: '¿Qué dicen los documentos sobre «%»?',
  },
  it: {
    noAnswer: 'I documenti di questa chat non lo dicono.',
    stillReading: 'I documenti di questa chat non lo dicono ancora: alcuni sono in lettura. Riprova tra un momento.',
    noModel: 'Non è configurato alcun modello linguistico; questi sono i passaggi esatti dei documenti.',
    modelAway: 'Il modello linguistico non è raggiungibile ora; questi sono i passaggi esatti dei documenti.',
    modelAwayNoAnswer: 'Il modello linguistico non è raggiungibile ora. Riprova tra un momento.',
    unsourced: 'non viene dai documenti',
    writtenAnswer: 'Risposta scritta',
    askAbout: 'Che cosa dicono i documenti su «%»?',
  },
  pt: {
    noAnswer: 'Os documentos deste chat não o dizem.',
    stillReading:
      'Os documentos deste chat ainda não o dizem: alguns estão a ser lidos. Tente novamente dentro de momentos.',
    noModel: 'Não há um modelo de linguagem configurado; estas são as passagens exatas dos documentos.',
    modelAway: 'O modelo de linguagem não está acessível agora; estas são as passagens exatas dos documentos.',
    modelAwayNoAnswer: 'O modelo de linguagem não está acessível agora. Tente novamente dentro de momentos.',
    unsourced: 'não vem dos documentos',
    writtenAnswer: 'Resposta escrita',
    askAbout: 'O que dizem os documentos sobre «%»?',
  },
  nl: {
    noAnswer: 'De documenten van deze chat vertellen dat niet.',
    stillReading:
      'De documenten van deze chat vertellen dat nog niet: sommige worden nog gelezen. Probeer het zo meteen opnieuw.',
    noModel: 'Er is geen taalmodel ingesteld; dit zijn de exacte passages uit de documenten.',
    modelAway: 'Het taalmodel is nu niet bereikbaar; dit zijn de exacte passages uit de documenten.',
    modelAwayNoAnswer: 'Het taalmodel is nu niet bereikbaar. Probeer het zo meteen opnieuw.',
    unsourced: 'niet uit de documenten',
    writtenAnswer: 'Geschreven antwoord',
    askAbout: 'Wat zeggen de documenten over “%”?',
  },
} as const satisfies Record<string, AnswerTexts>
