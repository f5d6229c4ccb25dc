import './literal-values.ts';
import { i18n } from '@lingui/core';

i18n.loadAndActivate({ locale: 'vi', messages: {} });
