export const PublicChatPage = () => <h1>Chat</h1>
export const EmbedPage = () => <h1>Chat</h1>
