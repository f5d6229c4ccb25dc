import { t } from '@lingui/core/macro';

/** For a child, when the server does not respond. */
export const getOfflineMessage = () => t`Máy chưa có mạng. Em xem lại Wi-Fi rồi thử lại nhé.`;
